import { readFileSync } from 'node:fs'

/** Syllables in use: those of the product's own Vietnamese texts. What spelling allows is ten times as much. */
const KNOWN: ReadonlySet<string> = new Set(
  readFileSync(new URL('vietnamese-syllables.txt', import.meta.url), 'utf8')
    .split(/\s+/)
    .filter(Boolean),
)

/** Whether a Vietnamese word is known to be in use; of others it is not known. */
export const isKnownSyllable = (word: string): boolean => KNOWN.has(word.toLowerCase())
