import { CELLS } from './fingerprint.ts'

/** A crop of a fingerprint, in cells and fractions of cells. */
export interface Cut {
  left: number
  width: number
  top: number
  height: number
}

export const WHOLE: Cut = { left: 0, width: CELLS, top: 0, height: CELLS }

const COARSE_STEP = 0.4
const ROUNDS = 3

/**
 * Locates a cropped picture in the whole one by the means of rows and columns, which needs only one-dimensional searches.
 * Accurate to about half a cell.
 * @param maxCells maximum cells per side that the crop may have removed
 */
export function nearestCut(whole: Float32Array, part: Float32Array, maxCells: number): Cut {
  const across = bestSpan(profile(whole, 1, CELLS), profile(part, 1, CELLS), maxCells)
  const down = bestSpan(profile(whole, CELLS, 1), profile(part, CELLS, 1), maxCells)
  return { left: across.from, width: across.length, top: down.from, height: down.length }
}

/**
 * Refines the four edges of a cut in decreasing steps while the cut gets more similar to the part.
 * @param unlike returns the difference between the whole and the part at a cut
 * @param shape the cut's width per height, if known: width and height then change together
 */
export function refine(from: Cut, steps: readonly number[], unlike: (cut: Cut) => number, shape?: number): Cut {
  let cut = from
  let least = Number.POSITIVE_INFINITY
  for (const start of shape === undefined ? [from] : shaped(from, shape)) {
    const value = unlike(start)
    if (value >= least) continue
    least = value
    cut = start
  }
  for (const step of steps) {
    for (let round = 0; round < ROUNDS; round += 1) {
      let moved = false
      for (const next of neighbors(cut, step, shape)) {
        const value = unlike(next)
        if (value >= least) continue
        least = value
        cut = next
        moved = true
      }
      if (!moved) break
    }
  }
  return cut
}

function neighbors(cut: Cut, step: number, shape?: number): Cut[] {
  const sides =
    shape === undefined ? (['left', 'width', 'top', 'height'] as const) : (['left', 'width', 'top'] as const)
  return sides.flatMap((side) =>
    [-step, step].map((move) => {
      const moved = { ...cut, [side]: cut[side] + move }
      return side === 'width' && shape !== undefined ? { ...moved, height: moved.width / shape } : moved
    }),
  )
}

/** Gives a cut a shape: once with its width, and once with its height. */
function shaped(cut: Cut, shape: number): [Cut, Cut] {
  const [width, height] = [cut.height * shape, cut.width / shape]
  return [
    { ...cut, height, top: cut.top + (cut.height - height) / 2 },
    { ...cut, width, left: cut.left + (cut.width - width) / 2 },
  ]
}

/** Returns the means of columns (step 1, stride CELLS) or of rows (the reverse). */
function profile(cells: Float32Array, step: number, stride: number): number[] {
  return Array.from({ length: CELLS }, (_, line) => {
    let total = 0
    for (let other = 0; other < CELLS; other += 1) total += cells[line * step + other * stride] ?? 0
    return total / CELLS
  })
}

function bestSpan(whole: number[], part: number[], maxCells: number): { from: number; length: number } {
  let best = { from: 0, length: CELLS }
  let least = Number.POSITIVE_INFINITY
  for (let length = CELLS; length >= CELLS - maxCells; length -= COARSE_STEP) {
    for (let from = 0; from <= CELLS - length + 1e-6; from += COARSE_STEP) {
      const value = spanDifference(whole, part, from, length)
      if (value >= least) continue
      least = value
      best = { from, length }
    }
  }
  return best
}

function spanDifference(whole: number[], part: number[], from: number, length: number): number {
  let total = 0
  for (let cell = 0; cell < CELLS; cell += 1) {
    const { lower, share } = sourceCellOf(from, length, cell)
    const value = (whole[lower] ?? 0) * (1 - share) + (whole[lower + 1] ?? 0) * share
    total += Math.abs(value - (part[cell] ?? 0))
  }
  return total
}

/** Maps the center of a cell of the part to the whole: the lower of the two nearest cells, and the fraction between them. */
function sourceCellOf(from: number, length: number, cell: number): { lower: number; share: number } {
  const at = Math.max(0, Math.min(CELLS - 1, from + ((cell + 0.5) * length) / CELLS - 0.5))
  const lower = Math.min(CELLS - 2, Math.floor(at))
  return { lower, share: at - lower }
}

/** Returns the cells of a crop, stretched to full size. */
export function cutOut(whole: Float32Array, cut: Cut): Float32Array {
  const columns = Array.from({ length: CELLS }, (_, cell) => sourceCellOf(cut.left, cut.width, cell))
  const result = new Float32Array(CELLS * CELLS)
  for (let y = 0; y < CELLS; y += 1) {
    const { lower: row, share: down } = sourceCellOf(cut.top, cut.height, y)
    columns.forEach(({ lower, share }, x) => {
      const at = row * CELLS + lower
      const above = (whole[at] ?? 0) * (1 - share) + (whole[at + 1] ?? 0) * share
      const below = (whole[at + CELLS] ?? 0) * (1 - share) + (whole[at + CELLS + 1] ?? 0) * share
      result[y * CELLS + x] = above * (1 - down) + below * down
    })
  }
  return result
}

/** Sum of absolute differences. */
export function difference(a: Float32Array, b: Float32Array): number {
  let total = 0
  for (let index = 0; index < a.length; index += 1) total += Math.abs((a[index] ?? 0) - (b[index] ?? 0))
  return total
}
