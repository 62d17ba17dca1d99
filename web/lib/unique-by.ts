/** Removes duplicates, which occur because lists change during paging. The first one stays, at its position. */
export function uniqueBy<T>(items: readonly T[], idOf: (item: T) => string): readonly T[] {
  const seen = new Set<string>()
  return items.filter((item) => {
    const isNew = !seen.has(idOf(item))
    seen.add(idOf(item))
    return isNew
  })
}
