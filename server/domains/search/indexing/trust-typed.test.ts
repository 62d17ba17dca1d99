import { expect, test } from 'vitest'
import { trustTyped } from './trust-typed.ts'

const read = (text: string) =>
  text.split(' ').map((word, at) => ({ text: word, x: at / 10, y: 0, width: 0.1, height: 0.1 }))
const typed = (text: string) => text.split(' ').map((word) => ({ text: word }))
const trusted = (was: string, typedText: string) =>
  trustTyped(read(was), typed(typedText))
    .map(({ text }) => text)
    .join(' ')

test.each([
  ['corrects misread tone marks to the typed ones', 'NGAY MAI', 'NGÀY MAI', 'NGÀY MAI'],
  ['corrects one misread letter of a long word', 'DEADIINE', 'DEADLINE', 'DEADLINE'],
  ['omits a typed word that is not in the picture', 'HELLO THERE', 'HELLO THERE FREE PILLS', 'HELLO THERE'],
  ['does not change a short word into another', 'CAT', 'BAT', 'CAT'],
  ['does not change other words into typed ones', 'MONDAY MORNING', 'BUY PILLS', 'MONDAY MORNING'],
  ['preserves words of the template', 'SALE HELLO', 'HELLO', 'SALE HELLO'],
  ['uses each typed word once', 'PLEASE PLEASF', 'PLEASE', 'PLEASE PLEASF'],
  ['does not match punctuation', '!!! HELLO', '??? HELLO', '!!! HELLO'],
])('%s', (_what, was, typedText, expected) => {
  expect(trusted(was, typedText)).toBe(expected)
})

test('a corrected word has the same position', () => {
  const [word] = trustTyped([{ text: 'HELO0', x: 0.2, y: 0.3, width: 0.1, height: 0.05 }], typed('HELLO'))
  expect(word).toEqual({ text: 'HELO0', x: 0.2, y: 0.3, width: 0.1, height: 0.05 })
  const [other] = trustTyped([{ text: 'HELL0', x: 0.2, y: 0.3, width: 0.1, height: 0.05 }], typed('HELLO'))
  expect(other).toEqual({ text: 'HELLO', x: 0.2, y: 0.3, width: 0.1, height: 0.05, isSpelt: true })
})
