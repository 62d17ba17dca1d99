import type { Cut } from './align.ts'
import { CELLS } from './fingerprint.ts'

/** The cells of a whole picture inside a cut, and the part scaled to them; both row by row, with the same number of cells. */
export interface Overlaid {
  whole: Float32Array
  part: Float32Array
  width: number
  height: number
}

/** Scales a part into a cut of the whole, at the whole's resolution: each cell is the mean of the part's cells that it covers. */
export function shrinkInto(whole: Float32Array, part: Float32Array, cut: Cut): Overlaid {
  const across = spansOf(cut.left, cut.width)
  const down = spansOf(cut.top, cut.height)
  const [width, height] = [across.length, down.length]
  const overlaid: Overlaid = {
    whole: new Float32Array(width * height),
    part: new Float32Array(width * height),
    width,
    height,
  }
  const narrow = new Float32Array(width * CELLS)
  for (let y = 0; y < CELLS; y += 1)
    for (let x = 0; x < width; x += 1) narrow[y * width + x] = meanOf(part, across[x]?.shares, y * CELLS, 1)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      overlaid.part[y * width + x] = meanOf(narrow, down[y]?.shares, x, width)
      overlaid.whole[y * width + x] = whole[(down[y]?.cell ?? 0) * CELLS + (across[x]?.cell ?? 0)] ?? 0
    }
  }
  return overlaid
}

/** A cell of the whole and the cells of the part that it covers, with weights that sum to 1. */
interface Span {
  cell: number
  shares: [number, number][]
}

/** Returns the cells of the whole that lie entirely inside the cut. */
function spansOf(from: number, length: number): Span[] {
  const scale = CELLS / length
  const first = Math.max(0, Math.ceil(from - 1e-6))
  const last = Math.min(CELLS, Math.floor(from + length + 1e-6))
  return Array.from({ length: last - first }, (_, nth) => {
    const cell = first + nth
    const [begin, end] = [(cell - from) * scale, (cell + 1 - from) * scale]
    const shares: [number, number][] = []
    for (let at = Math.max(0, Math.floor(begin)); at < Math.min(CELLS, Math.ceil(end - 1e-6)); at += 1)
      shares.push([at, (Math.min(end, at + 1) - Math.max(begin, at)) / scale])
    return { cell, shares }
  })
}

function meanOf(values: Float32Array, shares: [number, number][] = [], from: number, step: number): number {
  let sum = 0
  for (const [at, share] of shares) sum += share * (values[from + at * step] ?? 0)
  return sum
}
