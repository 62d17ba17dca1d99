/**
 * Folds a text for comparison: removes case, tone marks and other diacritics, turns đ into d and compatibility forms into plain
 * ones.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[đĐ]/g, 'd')
    .toLowerCase()
    .normalize('NFC')
}
