import { readFileSync } from 'node:fs'

/** Common syllables: those in the product's own Vietnamese texts. Spelling rules allow ten times as many. */
const KNOWN: ReadonlySet<string> = new Set(
  readFileSync(new URL('vietnamese-syllables.txt', import.meta.url), 'utf8')
    .split(/\s+/)
    .filter(Boolean),
)

/** Returns true if a Vietnamese syllable is common. */
export const isKnownSyllable = (word: string): boolean => KNOWN.has(word.toLowerCase())
