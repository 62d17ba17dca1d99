import { expect, test } from 'vitest'
import { asQuoted, withoutQuotes } from './quotes.ts'

test('a phrase in quotation marks is quoted once in a title, other searches as they are', () => {
  expect(asQuoted('"no way"')).toBe('no way')
  expect(asQuoted('“không thể nào”')).toBe('không thể nào')
  expect(asQuoted('say "no way"')).toBe('say "no way"')
  expect(asQuoted('"one" "two"')).toBe('"one" "two"')
  expect(asQuoted('"')).toBe('"')
})

test('a wider search has the words without the marks', () => {
  expect(withoutQuotes('say "no  way" now')).toBe('say no way now')
})
