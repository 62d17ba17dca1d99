import { type Cut, cutOut, difference, nearestCut, refine, WHOLE } from './align.ts'
import { BLOCKS, CELLS } from './fingerprint.ts'
import { matchTones } from './match-tones.ts'
import { cutsBetweenBars, withoutPlainBars } from './plain-bars.ts'
import { shrinkInto } from './shrink-into.ts'

/**
 * A block counts as changed when its cells differ by this much on average (of 255). Measured on captioned pictures: copies stay
 * below 3, a different last word is above 5.
 */
const CHANGED_FROM = 4.5
/**
 * Thresholds for changed blocks in crops, with both pictures slightly blurred because the cells do not line up. In well-aligned
 * crops, a smaller difference counts: `times` the difference of the eleventh most different block. Measured on captioned
 * photographs: different words are above 9, one different word above 7.
 */
const CHANGED_IN_CROP = { from: 7.5, to: 9, times: 1.6, usualBlock: 10 }
/** With more changed blocks than this before exact alignment, it is not a crop… */
const HOPELESS_FROM = 32
/** …nor with more than this after alignment to a fifth of a cell. */
const UNALIKE_FROM = 6
const ALIGNED_WITHIN = 0.4
const CLOSE_STEPS = [0.4, 0.2]
const EXACT_STEPS = [0.2, 0.1, 0.05]
/**
 * From this difference of a single cell (of 255), words or values have changed, even if the mean of their block hardly has.
 * Measured on drawn series with one layout: at most 8 in copies, at least 13 with other contents.
 */
export const CHANGED_CELL_FROM = 12
/**
 * The same in crops, where cells do not line up: at most 28 in cropped captioned pictures. Crops that remove little look like
 * other words on a plain picture, so fewer differences are allowed per removed cell…
 */
const CHANGED_CELL_IN_CROP = { most: 30, perRemovedCell: 8 }
/** …or `times` the difference of the 21st most different block, where edges differ all over the picture. */
const USUAL_CELL = { block: 20, times: 1.6 }
/**
 * Maximum share of the differences that a crop leaves: with the right cut, they nearly vanish. Other words or values differ as much, or
 * more, with any cut. Measured on drawn series with one layout: at most 0.51 in crops, at least 1.3 with other contents.
 */
const LEFT_BY_CUT_MAX = 0.8
/** Maximum number of changed blocks, outside one corner. */
const CHANGED_MAX = 1
/** Maximum number of blocks that a watermark covers in a corner, across and down. */
const CORNER_ACROSS = 3
const CORNER_DOWN = 1
/** Minimum size of a crop, in cells on both axes; recompression shifts edges by up to as much… */
const CUT_FROM_CELLS = 0.8
/** …or this many cells on one axis alone. */
const ONE_WAY_FROM_CELLS = 1.6
/** Maximum cells per side (11 %) that a crop removes without changing the meme. */
const CROP_MAX_CELLS = 7.2

/** Differences that two versions of one picture may have. */
interface Tolerance {
  /** Maximum cells per side that a crop removes. */
  cropMaxCells: number
  /** Allows any difference of single cells. */
  anyCells: boolean
}
export const COPY: Tolerance = { cropMaxCells: CROP_MAX_CELLS, anyCells: false }
/** Users who evade a ban crop more (22 %), and draw over a detail. */
export const BLOCKED: Tolerance = { cropMaxCells: 14, anyCells: true }

/**
 * Returns true if two fingerprints show the same picture with the same words. Allows recompression, resizing, conversion, and a watermark
 * in one corner; also a crop or added plain bars, both possibly darker or flatter. The same template with other words is a
 * different picture.
 * @param tolerance its crops apply to `a`, if that is a crop of `b`
 * @param wider how much wider `a` is than `b` at the same height, if known. Pictures of few details match many stretched cuts;
 *   a crop is not stretched.
 */
export function isSamePicture(a: Uint8Array, b: Uint8Array, tolerance = COPY, wider?: number): boolean {
  const isCut = (whole: Softened, part: Softened, near: Cut) =>
    isCutAt(whole, part, near, tolerance.anyCells, wider && (part === one ? wider : 1 / wider))
  const isCropOf = (whole: Softened, part: Softened, maxCells: number) =>
    isCut(whole, part, nearestCut(whole.soft, matchTones(part.soft, whole.soft)(part.soft), maxCells))
  const { means, peaks } = compareBlocks(a, b)
  if (hardlyChanged(means, CHANGED_FROM) && (tolerance.anyCells || isWithoutChangedCells(peaks, CHANGED_CELL_FROM)))
    return true
  const [one, other] = [softened(a), softened(b)]
  if (isCropOf(one, other, CROP_MAX_CELLS) || isCropOf(other, one, tolerance.cropMaxCells)) return true
  const [inOne, inOther] = [withoutPlainBars(a), withoutPlainBars(b)]
  return (
    cutsBetweenBars(inOne, inOther).some((cut) => isCut(one, other, cut)) ||
    cutsBetweenBars(inOther, inOne).some((cut) => isCut(other, one, cut))
  )
}

/** A fingerprint as is, and with each cell replaced by the mean of its neighborhood. */
interface Softened {
  cells: Float32Array
  soft: Float32Array
}

function softened(fingerprint: Uint8Array): Softened {
  const cells = Float32Array.from(fingerprint)
  return { cells, soft: blurred(cells, CELLS, CELLS) }
}

/** Returns true if a part, adjusted to the tones of the whole, matches the whole near a cut. */
function isCutAt(whole: Softened, part: Softened, near: Cut, anyCells: boolean, shape?: number): boolean {
  const found = cutOut(whole.soft, near)
  const match = matchTones(part.soft, found)
  const soft = match(part.soft)
  if (changed(compareBlocks(found, soft).means, CHANGED_IN_CROP.to) > HOPELESS_FROM) return false
  const cells = match(part.cells)
  const overlay = (cut: Cut) => {
    const { width, height, ...both } = shrinkInto(whole.cells, cells, cut)
    return { whole: blurred(both.whole, width, height), part: blurred(both.part, width, height), width, height }
  }
  const blocksAt = (cut: Cut) => {
    const laid = overlay(cut)
    return compareBlocks(laid.whole, laid.part, laid.width, laid.height)
  }
  const close = refine(near, CLOSE_STEPS, (cut) => difference(cutOut(whole.soft, cut), soft), shape)
  if (!isCrop(close, ALIGNED_WITHIN) || changed(blocksAt(close).means, CHANGED_IN_CROP.to) > UNALIKE_FROM) return false
  const unlike = (next: Cut) => {
    const laid = overlay(next)
    return difference(laid.whole, laid.part) / laid.whole.length
  }
  const cut = refine(close, EXACT_STEPS, unlike, shape)
  if (!isCrop(cut) || unlike(cut) > unlike(WHOLE) * LEFT_BY_CUT_MAX) return false
  const { means, peaks } = blocksAt(cut)
  const { from, to, times, usualBlock } = CHANGED_IN_CROP
  const usual = means.toSorted((a, b) => b - a)[usualBlock] ?? 0
  return (
    changed(means, Math.max(from, Math.min(to, usual * times))) <= CHANGED_MAX &&
    (anyCells || isWithoutChangedCells(peaks, changedCellIn(cut)))
  )
}

function changedCellIn({ width, height }: Cut): number {
  const removed = Math.max(WHOLE.width - width, WHOLE.height - height)
  return Math.min(CHANGED_CELL_IN_CROP.most, CHANGED_CELL_FROM + removed * CHANGED_CELL_IN_CROP.perRemovedCell)
}

/** Returns true if a cut removes enough to count as a crop; `less` is the tolerance in cells. */
function isCrop(cut: Cut, less = 0): boolean {
  const [across, down] = [WHOLE.width - cut.width + less, WHOLE.height - cut.height + less]
  return Math.min(across, down) >= CUT_FROM_CELLS || Math.max(across, down) >= ONE_WAY_FROM_CELLS
}

const changed = (blocks: number[], from: number) => blocks.filter((difference) => difference >= from).length

interface BlockDifferences {
  /** The mean difference of each block. */
  means: number[]
  /** The largest difference of a cell of each block. */
  peaks: number[]
}

function compareBlocks(a: ArrayLike<number>, b: ArrayLike<number>, width = CELLS, height = CELLS): BlockDifferences {
  const sums = new Array<number>(BLOCKS * BLOCKS).fill(0)
  const counts = new Array<number>(BLOCKS * BLOCKS).fill(0)
  const peaks = new Array<number>(BLOCKS * BLOCKS).fill(0)
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor((y * BLOCKS) / height) * BLOCKS
    for (let x = 0; x < width; x += 1) {
      const [index, block] = [y * width + x, row + Math.floor((x * BLOCKS) / width)]
      const difference = Math.abs((a[index] ?? 0) - (b[index] ?? 0))
      sums[block] = (sums[block] ?? 0) + difference
      counts[block] = (counts[block] ?? 0) + 1
      peaks[block] = Math.max(peaks[block] ?? 0, difference)
    }
  }
  return { means: sums.map((sum, block) => sum / Math.max(1, counts[block] ?? 0)), peaks }
}

/** Returns true if no block outside one corner has a much more different cell than the other blocks. */
export function isWithoutChangedCells(mostOfBlocks: number[], from: number): boolean {
  const usual = mostOfBlocks.toSorted((a, b) => b - a)[USUAL_CELL.block] ?? 0
  return hardlyChanged(mostOfBlocks, Math.max(from, usual * USUAL_CELL.times), 0)
}

/** Returns true if at most `most` blocks have changed, ignoring the corner with the most changes. */
export function hardlyChanged(blocks: number[], from: number, most = CHANGED_MAX): boolean {
  const corners = [0, BLOCKS - CORNER_DOWN].flatMap((top) => [0, BLOCKS - CORNER_ACROSS].map((left) => ({ top, left })))
  const excused = corners.map(({ top, left }) => {
    const within = (index: number) => {
      const [x, y] = [index % BLOCKS, Math.floor(index / BLOCKS)]
      return x >= left && x < left + CORNER_ACROSS && y >= top && y < top + CORNER_DOWN
    }
    return changed(
      blocks.filter((_, index) => within(index)),
      from,
    )
  })
  return changed(blocks, from) - Math.max(...excused) <= most
}

/** Replaces each cell with the mean of itself and its neighbors. */
function blurred(cells: Float32Array, width: number, height: number): Float32Array {
  const result = new Float32Array(width * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let sum = 0
      let count = 0
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
          sum += cells[row * width + column] ?? 0
          count += 1
        }
      }
      result[y * width + x] = sum / count
    }
  }
  return result
}
