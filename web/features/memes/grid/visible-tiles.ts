import type { Layout } from './layout.ts'

export const TILES_IN_PAGE_MAX = 150
/** Beyond the viewport on each side, as shares of its height; the first that keeps to the maximum is taken. */
const OVERSCANS = [1, 0.5, 0.25, 0] as const

/**
 * The tiles to draw, as positions in the list, in its order: what is in the viewport and near it.
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

/** Tops never decrease along the list: two binary searches bound the candidates, whose lower edges then decide. */
function tilesBetween({ tops, heights, tallest }: Layout, from: number, to: number): number[] {
  const found: number[] = []
  const end = firstAtOrAfter(tops, to)
  for (let index = firstAtOrAfter(tops, from - tallest); index < end; index++) {
    if ((tops[index] ?? 0) + (heights[index] ?? 0) > from) found.push(index)
  }
  return found
}

/** The first index whose value is not below `wanted`; the length where there is none. Values ascend. */
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
