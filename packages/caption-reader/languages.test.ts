import { expect, test } from 'vitest'
import { languageFile, markedLanguages } from './languages.ts'

test('a language is the file of an installed package, and nothing else is', () => {
  expect(languageFile('vie')).toMatch(/vie\.traineddata\.gz$/)
  for (const code of ['tlh', '../eng', 'eng/..', '']) expect(languageFile(code)).toBeUndefined()
})

test('languages of bare letters need no second reader', () => {
  expect(markedLanguages('eng+ind+vie+fra')).toEqual(['vie', 'fra'])
})
