import { expect, test } from 'vitest'
import { shorten } from './elongation.ts'

test.each([
  ['nooooo', 'no'],
  ['yesss', 'yes'],
  ['goooood', 'good'],
  ['aaah', 'ah'],
  ['good', 'good'],
  ['1000', '1000'],
])('shortens %s to %s', (word, shortened) => {
  expect(shorten(word)).toBe(shortened)
})
