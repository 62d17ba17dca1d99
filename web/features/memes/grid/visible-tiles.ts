import type { Layout } from './layout.ts'

export const TILES_IN_PAGE_MAX = 150
/**
 * Overscan on each side as shares of the viewport's height. The first one that stays within the maximum number of tiles is used.
 */
const OVERSCANS = [1, 0.5, 0.25, 0] as const

/**
 * Returns the list indexes of the tiles in or near the viewport, in list order.
 * @param top scroll position relative to the top of the grid; may be negative
 */
export function visibleTiles(
  layout: Layout,
  top: number,
  viewportHeight: number,
  overscans: readonly number[] = OVERSCANS,
): readonly number[] {
  let shown: readonly number[] = []
  for (const overscan of overscans) {
    const margin = viewportHeight * overscan
    shown = tilesBetween(layout, top - margin, top + viewportHeight + margin)
    if (shown.length <= TILES_IN_PAGE_MAX) return shown
  }
  return shown.slice(0, TILES_IN_PAGE_MAX)
}

/** Tops never decrease along the list: two binary searches narrow the candidates, then their bottom edges decide. */
function tilesBetween({ tops, heights, tallest }: Layout, from: number, to: number): number[] {
  const found: number[] = []
  const end = firstAtOrAfter(tops, to)
  for (let index = firstAtOrAfter(tops, from - tallest); index < end; index++) {
    if ((tops[index] ?? 0) + (heights[index] ?? 0) > from) found.push(index)
  }
  return found
}

/** Returns the first index with a value of at least `wanted`, or the length if there is none. Values must ascend. */
export function firstAtOrAfter(values: readonly number[], wanted: number): number {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((values[middle] ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  return low
}
