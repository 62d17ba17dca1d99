/**
 * Text limits. Lengths count Unicode code points, as PostgreSQL does. Cutting by code units could leave half of a surrogate pair,
 * which no database can store.
 */
export const lengthOf = (text: string): number => [...text].length

/** Truncates a text to at most `max` code points. For keys, indexes and logs. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text
  let end = 0
  for (let count = 0; count < max && end < text.length; count += 1) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  return text.slice(0, end)
}

/** Truncates a text for display: cuts between grapheme clusters, never inside an emoji or before a combining mark. */
export function cutShown(text: string, max: number): string {
  const whole = cut(text, max)
  if (whole.length === text.length) return text
  const characters = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(cut(text, max + 1))
  // A single cluster longer than the limit is cut anyway.
  return text.slice(0, characters.containing(whole.length)?.index || whole.length)
}
