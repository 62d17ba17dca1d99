import { cut } from './bounded.ts'

/**
 * Folds a text for search: removes case, tone marks and other diacritics, turns đ into d and compatibility forms into plain
 * ones. Used for stored, typed and OCR text alike, so that they match.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[đĐ]/g, 'd')
    .toLowerCase()
    .normalize('NFC')
}

const UNSEEN = /[\s\p{Default_Ignorable_Code_Point}\p{Cf}\p{Z}\p{M}\u2800]/gu

/** Returns true if anything is visible, beyond blanks, zero-width characters and combining marks. */
export const isVisible = (text: string): boolean => text.replace(UNSEEN, '') !== ''

/**
 * A typed search, trimmed; empty if nothing is visible. Removes the characters that reverse or isolate text: they match no word, and
 * would reorder the text around a search.
 */
export function normalQuery(text: string): string {
  const query = text.replace(/[\u202A-\u202E\u2066-\u2069]/gu, '').trim()
  return isVisible(query) ? query : ''
}

const WORD = /[\p{L}\p{M}\p{N}]+|\p{Extended_Pictographic}/gu
const WORD_MAX_CHARS = 40

/** The words of a text: lower case, NFC, tone marks preserved; an emoji is a word. */
export function wordsOf(text: string): string[] {
  const words = text.normalize('NFC').toLowerCase().match(WORD) ?? []
  return words.map((word) => cut(word, WORD_MAX_CHARS)).filter((word) => fold(word) !== '')
}
