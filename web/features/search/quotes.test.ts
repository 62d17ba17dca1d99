import { expect, test } from 'vitest'
import { asQuoted, withoutQuotes } from './quotes.ts'

test('quotes a quoted phrase once in a title', () => {
  expect(asQuoted('"no way"')).toBe('no way')
  expect(asQuoted('“không thể nào”')).toBe('không thể nào')
  expect(asQuoted('say "no way"')).toBe('say "no way"')
  expect(asQuoted('"one" "two"')).toBe('"one" "two"')
  expect(asQuoted('"')).toBe('"')
})

test('a wider search drops the quotation marks', () => {
  expect(withoutQuotes('say "no  way" now')).toBe('say no way now')
})
