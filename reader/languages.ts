import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Languages written in bare Latin letters: the recogniser reads them by itself. */
const BARE = new Set(['eng', 'ind', 'msa', 'jav', 'sun', 'swa', 'tgl'])

/** The file of a language, in an npm package of its own; undefined where that is not installed. */
export function languageFile(code: string): string | undefined {
  if (!/^[a-z]{3}(_[a-z]+)*$/.test(code)) return undefined
  try {
    const url = import.meta.resolve(`@tesseract.js-data/${code}/4.0.0_best_int/${code}.traineddata.gz`)
    const file = fileURLToPath(url)
    return existsSync(file) ? file : undefined
  } catch {
    return undefined
  }
}

/** Those of some languages that have more than bare Latin letters. */
export const markedLanguages = (languages: string): string[] => languages.split('+').filter((code) => !BARE.has(code))
