import { expect, test } from 'vitest'
import { placeWords } from './place-words.ts'

const read = (text: string) =>
  text.split(' ').map((word, index) => ({ text: word, x: index / 10, y: 0, width: 0.1, height: 0.1 }))
const placed = (before: string, after: string) =>
  placeWords(read(before), after.split(' ').filter(Boolean)).map(({ text, x }) => `${text}@${Math.round(x * 10)}`)

test('a corrected word gets the box of the word that it replaces', () => {
  expect(placed('my name is Anma', 'my name is Anna')).toEqual(['my@0', 'name@1', 'is@2', 'Anna@3'])
})

test('an added word has no box, and a removed one leaves its box without a text', () => {
  expect(placed('one three', 'one two three')).toEqual(['one@0', 'three@1'])
  expect(placed('one noise three', 'one three')).toEqual(['one@0', '@1', 'three@2'])
  expect(placed('one two', '')).toEqual(['@0', '@1'])
})

test('words that were removed and added again get their boxes', () => {
  const [without, again] = [placeWords(read('one two'), []), ['one', 'two']]
  expect(placeWords(without, again)).toEqual(placeWords(read('one two'), again))
})

test('very long texts lose the words of all boxes', () => {
  const words = placeWords(read('a '.repeat(2000).trim()), 'b '.repeat(2000).trim().split(' '))
  expect(words).toHaveLength(2000)
  expect(new Set(words.map(({ text }) => text))).toEqual(new Set(['']))
})
