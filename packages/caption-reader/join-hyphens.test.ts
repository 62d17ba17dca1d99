import { expect, test } from 'vitest'
import { joinHyphens } from './join-hyphens.ts'

const word = (text: string) => ({ text, confidence: 90, x: 0, y: 0, width: 0.1, height: 0.1 })
const line = (text: string) => ({
  words: text.replace(/ ?-$/, '').split(' ').map(word),
  endsWithHyphen: /\p{L}-$/u.test(text),
})
const joined = (...lines: string[]) => joinHyphens(lines.map(line)).map(({ text }) => text)

test('joins a word hyphenated at the end of a line', () => {
  expect(joined('my under-', 'standing of it')).toEqual(['my', 'understanding', 'of', 'it'])
  expect(joined('MY UNDER-', 'STANDING')).toEqual(['MY', 'UNDERSTANDING'])
})

test('does not join a dash before a new beginning', () => {
  expect(joined('he said -', 'Never')).toEqual(['he', 'said', 'Never'])
  expect(joined('Anna-', 'Maria')).toEqual(['Anna', 'Maria'])
  expect(joined('one', 'two')).toEqual(['one', 'two'])
})
