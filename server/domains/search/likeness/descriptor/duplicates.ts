import { BLOCK, BLOCKS, CELLS } from './fingerprint.ts'
import { spreadOf } from './match-tones.ts'
import { CHANGED_CELL_FROM, COPY, hardlyChanged, isSamePicture, isWithoutChangedCells } from './same-picture.ts'

/** Maximum change in contrast of a whole copy, and how much single blocks may deviate from it. */
const SLOPE_MAX = 2.2
const SLOPE_VARIES = 1.6
/**
 * Minimum correlation of the luma of a whole copy with the original's. Measured on drawn series with one layout: at least 0.99 in copies, at
 * most 0.85 with other contents, which flatten the fitted line as a change of contrast does.
 */
const CORRELATION_MIN = 0.95
/** Within this change of contrast, the tones are the same, and single cells count. */
const SAME_TONES_WITHIN = 0.1
/** A block's own line hides a part of the difference of a single cell, so less of it shows than in isSamePicture. */
const CHANGED_TONED_CELL_FROM = CHANGED_CELL_FROM - 2
/** The luma of a block of a gray copy depends on its colors and may differ by this (of 255)… */
const BLOCK_TONE_MAX = 45
/** …but its details may not: from this mean difference of its cells, the block counts as changed. */
const CHANGED_TONE_FROM = 5
/**
 * Returns true if a picture is a copy of another, perhaps altered to pass as new: everything that isSamePicture allows, or darker,
 * lighter, flatter or gray. Different words make a different picture.
 * @param wider how much wider `a` is than `b` at the same height
 */
export function isDuplicate(a: Uint8Array, b: Uint8Array, wider: number): boolean {
  return isSamePicture(a, b, COPY, wider) || isToned(a, b)
}

/** Returns the fingerprint of the mirrored picture. */
export const mirroredCells = (cells: Uint8Array): Uint8Array =>
  cells.map((_, at) => cells[at - (at % CELLS) + (CELLS - 1 - (at % CELLS))] ?? 0)

/** Returns true if one picture's luma equals the other's, block by block, after making it darker, lighter, flatter or gray. */
function isToned(a: Uint8Array, b: Uint8Array): boolean {
  const [flat, full] = spreadOf(a).deviation < spreadOf(b).deviation ? [a, b] : [b, a]
  const whole = fitLine(flat, full, ALL_CELLS)
  if (!whole || whole.correlation < CORRELATION_MIN) return false
  if (whole.slope > SLOPE_MAX || whole.slope < 1 / SLOPE_MAX) return false
  const blocks = BLOCK_CELLS.map((cells) => unlikeIn(cells, flat, full, whole))
  return (
    hardlyChanged(
      blocks.map(({ mean }) => mean),
      CHANGED_TONE_FROM,
    ) &&
    (Math.abs(whole.slope - 1) > SAME_TONES_WITHIN ||
      isWithoutChangedCells(
        blocks.map(({ most }) => most),
        CHANGED_TONED_CELL_FROM,
      ))
  )
}

interface Unlike {
  mean: number
  most: number
}
const ALL_UNLIKE: Unlike = { mean: Number.POSITIVE_INFINITY, most: Number.POSITIVE_INFINITY }

/** Returns the differences of a block's cells after matching tones; infinity if the block's tones are too far apart. */
function unlikeIn(cells: readonly number[], flat: Uint8Array, full: Uint8Array, whole: Fit): Unlike {
  const own = fitLine(flat, full, cells) ?? whole
  const slope = Math.min(whole.slope * SLOPE_VARIES, Math.max(whole.slope / SLOPE_VARIES, own.slope))
  const at = (cell: number) => (full[cell] ?? 0) - slope * (flat[cell] ?? 0)
  const offset = cells.reduce((sum, cell) => sum + at(cell), 0) / cells.length
  const expected =
    cells.reduce((sum, cell) => sum + (full[cell] ?? 0) - whole.slope * (flat[cell] ?? 0), 0) / cells.length
  if (Math.abs(expected - whole.offset) > BLOCK_TONE_MAX) return ALL_UNLIKE
  const unlike = cells.map((cell) => Math.abs(at(cell) - offset))
  return { mean: unlike.reduce((sum, each) => sum + each, 0) / cells.length, most: Math.max(...unlike) }
}

interface Fit {
  slope: number
  offset: number
  /** 1 if all cells are on the line; 0 if the fit has no meaning. */
  correlation: number
}

/** Fits the line that maps one picture's luma to the other's over some cells; undefined if these are plain. */
function fitLine(from: Uint8Array, to: Uint8Array, used: readonly number[]): Fit | undefined {
  let [sumX, sumY, sumXX, sumYY, sumXY] = [0, 0, 0, 0, 0]
  for (const at of used) {
    const [x, y] = [from[at] ?? 0, to[at] ?? 0]
    sumX += x
    sumY += y
    sumXX += x * x
    sumYY += y * y
    sumXY += x * y
  }
  const spread = sumXX * used.length - sumX * sumX
  if (spread < used.length * used.length) return undefined
  const together = sumXY * used.length - sumX * sumY
  const slope = together / spread
  const spreadTo = sumYY * used.length - sumY * sumY
  return {
    slope,
    offset: (sumY - slope * sumX) / used.length,
    correlation: spreadTo > 0 ? together / Math.sqrt(spread * spreadTo) : 0,
  }
}

const ALL_CELLS = Array.from({ length: CELLS * CELLS }, (_, at) => at)
const BLOCK_CELLS = Array.from({ length: BLOCKS * BLOCKS }, (_, block) => {
  const first = Math.floor(block / BLOCKS) * BLOCK * CELLS + (block % BLOCKS) * BLOCK
  return Array.from({ length: BLOCK * BLOCK }, (__, nth) => first + Math.floor(nth / BLOCK) * CELLS + (nth % BLOCK))
})
