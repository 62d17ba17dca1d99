import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The packages of languages that are installed with the product. */
const INSTALLED: Readonly<Record<string, string>> = {
  eng: '@tesseract.js-data/eng/',
  vie: '@tesseract.js-data/vie/',
}

/** Languages written in bare Latin letters: the recogniser reads them by itself. */
const BARE = new Set(['eng', 'ind', 'msa', 'jav', 'sun', 'swa', 'tgl'])

/** The file of a language, in an npm package of its own; undefined where that is not installed. */
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

/** Those of some languages that have more than bare Latin letters. */
export const markedLanguages = (languages: string): string[] => languages.split('+').filter((code) => !BARE.has(code))
