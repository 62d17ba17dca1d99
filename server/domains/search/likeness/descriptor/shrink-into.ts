import type { Cut } from './align.ts'
import { CELLS } from './fingerprint.ts'

/** The cells of a whole picture that lie inside a cut, and a part as it would look there: both row by row, as many cells. */
export interface Overlaid {
  whole: Float32Array
  part: Float32Array
  width: number
  height: number
}

/** Lays a part onto the whole at a cut, at the whole's resolution: each cell is the mean of what it covers of the part. */
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

/** A cell of the whole, and which cells of the part it covers, with weights that sum to 1. */
interface Span {
  cell: number
  shares: [number, number][]
}

/** The cells of the whole that lie inside the cut entirely. */
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
