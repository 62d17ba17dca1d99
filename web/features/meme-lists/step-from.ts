/** The item so many places along a list; undefined beyond its ends, and for an id that it does not hold. */
export function stepFrom<T extends { _id: string }>(list: readonly T[], id: string, by: number): T | undefined {
  const index = list.findIndex(({ _id }) => _id === id)
  return index === -1 ? undefined : list[index + by]
}
