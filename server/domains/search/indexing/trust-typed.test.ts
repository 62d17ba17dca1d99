import { expect, test } from 'vitest'
import { trustTyped } from './trust-typed.ts'

const read = (text: string) =>
  text.split(' ').map((word, at) => ({ text: word, x: at / 10, y: 0, width: 0.1, height: 0.1 }))
const typed = (text: string) => text.split(' ').map((word) => ({ text: word }))
const trusted = (was: string, said: string) =>
  trustTyped(read(was), typed(said))
    .map(({ text }) => text)
    .join(' ')

test.each([
  ['tone marks that were misread are those that were typed', 'NGAY MAI', 'NGÀY MAI', 'NGÀY MAI'],
  ['a letter of a long word may be misread', 'DEADIINE', 'DEADLINE', 'DEADLINE'],
  ['a word that is not in the picture is left out', 'HELLO THERE', 'HELLO THERE FREE PILLS', 'HELLO THERE'],
  ['a short word is not turned into another', 'CAT', 'BAT', 'CAT'],
  ['other words are not turned into typed ones', 'MONDAY MORNING', 'BUY PILLS', 'MONDAY MORNING'],
  ['what the template says itself stays', 'SALE HELLO', 'HELLO', 'SALE HELLO'],
  ['each typed word counts once', 'PLEASE PLEASF', 'PLEASE', 'PLEASE PLEASF'],
  ['signs alone agree with nothing', '!!! HELLO', '??? HELLO', '!!! HELLO'],
])('%s', (_what, was, said, expected) => {
  expect(trusted(was, said)).toBe(expected)
})

test('a corrected word keeps its position', () => {
  const [word] = trustTyped([{ text: 'HELO0', x: 0.2, y: 0.3, width: 0.1, height: 0.05 }], typed('HELLO'))
  expect(word).toEqual({ text: 'HELO0', x: 0.2, y: 0.3, width: 0.1, height: 0.05 })
  const [other] = trustTyped([{ text: 'HELL0', x: 0.2, y: 0.3, width: 0.1, height: 0.05 }], typed('HELLO'))
  expect(other).toEqual({ text: 'HELLO', x: 0.2, y: 0.3, width: 0.1, height: 0.05, isSpelt: true })
})
