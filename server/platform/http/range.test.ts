import { expect, test } from 'vitest'
import { parseRange } from './media.ts'

test.each([
  ['bytes=0-3', { start: 0, end: 3 }],
  ['bytes=5-', { start: 5, end: 9 }],
  ['bytes=-4', { start: 6, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
  ['bytes=2-99', { start: 2, end: 9 }],
  ['bytes=10-', null],
  ['bytes=5-2', null],
  ['bytes=-', undefined],
  ['items=0-3', undefined],
  [undefined, undefined],
])('%s of ten bytes', (header, expected) => {
  expect(parseRange(header, 10)).toEqual(expected)
})
