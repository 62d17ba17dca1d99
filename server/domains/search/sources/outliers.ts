/** Maximum results from the operator's model. */
const MEANT_MAX = 20

/**
 * Returns the few results that are outliers. The cosine of a match differs between models, and every text has a nearest picture.
 * Therefore a result counts if it is closer to the best one than to the last one.
 * @param nearest nearest first
 */
export function outliers<T extends { likeness: number }>(nearest: readonly T[]): T[] {
  const [best, rest] = [nearest[0]?.likeness ?? 0, nearest.at(-1)?.likeness ?? 0]
  const floor = nearest.length > 1 ? (best + rest) / 2 : 0
  return nearest.filter(({ likeness }) => likeness > 0 && likeness >= floor).slice(0, MEANT_MAX)
}
