const apart = (word: string) => word.replace(/đ/g, 'd\u0335').normalize('NFD')

/** Returns true if a word equals another with some of its marks missing. */
export function lacksMarks(word: string, other: string): boolean {
  const signs = apart(word)
  let at = 0
  for (const sign of apart(other)) if (sign === signs[at]) at += 1
  return at === signs.length
}
