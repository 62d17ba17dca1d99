/**
 * Folds a text for finding: case, tone marks and other diacritics go, đ becomes d, compatibility forms become plain.
 * The server folds what is stored and what is asked with this one function, so both always agree.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[đĐ]/g, 'd')
    .toLowerCase()
    .normalize('NFC')
}

/** The text as it is, lower case and composed, tone marks kept. */
export function exactForm(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu
const WORDS_MAX = 12

/** The words of a query, in order, each once, 12 at most. */
export function queryWords(query: string): string[] {
  const words = exactForm(query).match(WORD) ?? []
  return [...new Set(words)].slice(0, WORDS_MAX)
}

/** Weights of a score; each says how much more one kind of match is worth than the next. */
export const WEIGHTS = {
  /** All words are there, folded. */
  allWords: 4,
  /** All words are there with the very marks that were typed. */
  allExact: 2,
  /** Share of words there, folded: orders memes that have only some. */
  someWords: 1,
  /** Likeness of spelling, 0 to 1: for misspelt words. */
  spelling: 1.5,
} as const

/** Below this likeness of spelling (pg_trgm word_similarity) a misspelt word is another word. */
export const SPELLING_FLOOR = 0.55
