/**
 * Bounds of texts. Lengths count Unicode code points, as PostgreSQL does; a cut in code units would leave half of a surrogate pair,
 * which no database stores.
 */
export const lengthOf = (text: string): number => [...text].length

/** The beginning of a text, of at most so many code points. For keys, indexes and logs. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text
  let end = 0
  for (let count = 0; count < max && end < text.length; count += 1) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  return text.slice(0, end)
}

/** The same for texts that people see: it ends between two characters as they see them, and not within an emoji or before a mark. */
export function cutShown(text: string, max: number): string {
  const whole = cut(text, max)
  if (whole.length === text.length) return text
  const characters = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(cut(text, max + 1))
  // One character that is longer than the bound is cut nonetheless.
  return text.slice(0, characters.containing(whole.length)?.index || whole.length)
}
