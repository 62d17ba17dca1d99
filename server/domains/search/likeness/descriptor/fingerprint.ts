import { SIDE } from './pixels.ts'

/** Side of a fingerprint, in cells of one byte of luma. */
export const CELLS = 64
export const BLOCK = 8
export const BLOCKS = CELLS / BLOCK

/**
 * Returns the whole picture's luma in CELLS x CELLS bytes. It includes captions and bars, which distinguish memes of one
 * template.
 */
export function fingerprintOf(light: Float32Array): Uint8Array {
  const spans = Array.from({ length: CELLS }, (_, cell) => pixelsOf(cell))
  const narrow = new Float32Array(SIDE * CELLS)
  for (let y = 0; y < SIDE; y += 1)
    for (const [cell, span] of spans.entries()) {
      let sum = 0
      for (const [x, share] of span) sum += share * (light[y * SIDE + x] ?? 0)
      narrow[y * CELLS + cell] = sum
    }
  const result = new Uint8Array(CELLS * CELLS)
  for (const [cell, span] of spans.entries())
    for (let x = 0; x < CELLS; x += 1) {
      let sum = 0
      for (const [y, share] of span) sum += share * (narrow[y * CELLS + x] ?? 0)
      result[cell * CELLS + x] = Math.round(sum)
    }
  return result
}

/** Returns the pixels that a cell covers along one side, with weights that sum to 1. */
function pixelsOf(cell: number): [number, number][] {
  const size = SIDE / CELLS
  const [begin, end] = [cell * size, (cell + 1) * size]
  const parts: [number, number][] = []
  for (let pixel = Math.floor(begin); pixel < Math.ceil(end); pixel += 1) {
    parts.push([pixel, (Math.min(end, pixel + 1) - Math.max(begin, pixel)) / size])
  }
  return parts
}
