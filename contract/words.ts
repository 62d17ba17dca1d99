/**
 * Folds a text for finding: case, tone marks and other diacritics go, đ becomes d, compatibility forms become plain.
 * The one rule for what is stored, what is typed and what is read in a picture, so that all of them agree.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[đĐ]/g, 'd')
    .toLowerCase()
    .normalize('NFC')
}

const WORD = /[\p{L}\p{M}\p{N}]+|\p{Extended_Pictographic}/gu
const WORD_MAX_CHARS = 40

/** The words of a text as they are, lower case and composed, tone marks kept; an emoji is a word. */
export function wordsOf(text: string): string[] {
  const words = text.normalize('NFC').toLowerCase().match(WORD) ?? []
  return words.map((word) => word.slice(0, WORD_MAX_CHARS)).filter((word) => fold(word) !== '')
}
