import { expect, test } from 'vitest'
import { languageOf } from './viewer.ts'

test.each([
  ['vi,en;q=0.8', 'vi'],
  ['en;q=0.8,vi', 'vi'],
  ['en-GB,en;q=0.9,vi;q=0.1', 'en'],
  ['fr,vi-VN;q=0.3', 'vi'],
  ['vi;q=0,en;q=0.1', 'en'],
  ['fr', 'en'],
  [undefined, 'en'],
])('Accept-Language %s reads as %s', (header, language) => {
  expect(languageOf(header)).toBe(language)
})
