import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The packages of the languages that are installed with the product. */
const INSTALLED: Readonly<Record<string, string>> = {
  eng: '@tesseract.js-data/eng/',
  vie: '@tesseract.js-data/vie/',
}

/** Languages written in Latin letters without marks: the recognizer reads them without Tesseract. */
const BARE = new Set(['eng', 'ind', 'msa', 'jav', 'sun', 'swa', 'tgl'])

/** The file of a language, in its own npm package; undefined if that is not installed. */
export function languageFile(code: string): string | undefined {
  if (!/^[a-z]{3}(_[a-z]+)*$/.test(code)) return undefined
  const folder = INSTALLED[code] ?? `@tesseract.js-data/${code}/`
  try {
    const file = fileURLToPath(import.meta.resolve(`${folder}4.0.0_best_int/${code}.traineddata.gz`))
    return existsSync(file) ? file : undefined
  } catch {
    return undefined
  }
}

/** Selects the languages that need more than bare Latin letters. */
export const markedLanguages = (languages: string): string[] => languages.split('+').filter((code) => !BARE.has(code))
