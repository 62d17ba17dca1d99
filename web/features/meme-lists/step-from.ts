/** Returns the item `by` steps from another. Undefined beyond the ends and for an unknown id. */
export function stepFrom<T extends { _id: string }>(list: readonly T[], id: string, by: number): T | undefined {
  const index = list.findIndex(({ _id }) => _id === id)
  return index === -1 ? undefined : list[index + by]
}
