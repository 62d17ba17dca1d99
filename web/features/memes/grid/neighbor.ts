import type { Layout } from './layout.ts'

export type Direction = 'up' | 'down' | 'left' | 'right' | 'first' | 'last'

/**
 * Returns the index of the tile that an arrow key leads to, or the same index if there is none. Up and down stay in the column.
 * Left and right go to the tile of the adjacent column that is closest to the current tile's vertical center.
 */
export function neighbor(layout: Layout, index: number, direction: Direction): number {
  const count = layout.tops.length
  if (count === 0) return index
  if (direction === 'first') return 0
  if (direction === 'last') return count - 1
  if (direction === 'up' || direction === 'down') return inColumn(layout, index, direction === 'up' ? -1 : 1)
  return beside(layout, index, direction === 'left' ? -1 : 1)
}

function inColumn({ columns }: Layout, index: number, step: 1 | -1): number {
  for (let next = index + step; next >= 0 && next < columns.length; next += step) {
    if (columns[next] === columns[index]) return next
  }
  return index
}

function beside({ tops, heights, columns }: Layout, index: number, step: 1 | -1): number {
  const wanted = (columns[index] ?? 0) + step
  const middle = (tops[index] ?? 0) + (heights[index] ?? 0) / 2
  let best = index
  let bestDistance = Number.POSITIVE_INFINITY
  for (let other = 0; other < columns.length; other++) {
    if (columns[other] !== wanted) continue
    const top = tops[other] ?? 0
    const distance = Math.max(top - middle, middle - top - (heights[other] ?? 0), 0)
    if (distance < bestDistance) {
      best = other
      bestDistance = distance
    } else if (top > middle + bestDistance) break
  }
  return best
}
