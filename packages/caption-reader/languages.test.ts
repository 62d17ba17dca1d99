import { expect, test } from 'vitest'
import { languageFile, markedLanguages } from './languages.ts'

test('finds the file of an installed language only', () => {
  expect(languageFile('vie')).toMatch(/vie\.traineddata\.gz$/)
  for (const code of ['tlh', '../eng', 'eng/..', '']) expect(languageFile(code)).toBeUndefined()
})

test('only languages with tone marks need the second reader', () => {
  expect(markedLanguages('eng+ind+vie+fra')).toEqual(['vie', 'fra'])
})
