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
 * The same for crops, with both pictures slightly blurred because the cells do not line up. Where they line up well, less is a change:
 * so many times what the eleventh block differs. Measured on captioned photographs: other words are above 9, one other word above 7.
 */
const CHANGED_IN_CROP = { from: 7.5, to: 9, times: 1.6, usualBlock: 10 }
/** With more changed blocks than this before the crop is aligned exactly, it is none… */
const HOPELESS_FROM = 32
/** …nor with so many when it is aligned to a fifth of a cell. */
const UNALIKE_FROM = 6
const ALIGNED_WITHIN = 0.4
const CLOSE_STEPS = [0.4, 0.2]
const EXACT_STEPS = [0.2, 0.1, 0.05]
/** How many blocks may have changed: outside one corner, unless the picture is cropped. */
const CHANGED_MAX = 1
/** A watermark covers at most this many blocks of a corner, across and down. */
const CORNER_ACROSS = 3
const CORNER_DOWN = 1
/** Crops smaller than this many cells are ignored; recompression shifts edges as much. */
const CUT_FROM_CELLS = 0.8
/** …unless it takes off so much of the width, or the height, alone. */
const ONE_WAY_FROM_CELLS = 1.6
/** A crop that leaves the meme as it is removes up to this many cells of a side (11 %). */
const CROP_MAX_CELLS = 7.2
/** Whoever evades a ban crops more (22 %). */
export const BLOCKED_CROP_MAX_CELLS = 14

/**
 * Whether two fingerprints show the same picture with the same words, even if recompressed, resized, converted, watermarked in one
 * corner, or cropped or put between plain bars and perhaps made darker or flatter. The same template with other words is a different
 * picture.
 * @param cropMaxCells how many cells of a side `a` may have lost, if it is a crop of `b`
 */
export function isSamePicture(a: Uint8Array, b: Uint8Array, cropMaxCells = CROP_MAX_CELLS): boolean {
  if (hardlyChanged(differences(a, b), CHANGED_FROM)) return true
  const [one, other] = [softened(a), softened(b)]
  if (isCropOf(one, other, CROP_MAX_CELLS) || isCropOf(other, one, cropMaxCells)) return true
  const [inOne, inOther] = [withoutPlainBars(a), withoutPlainBars(b)]
  return (
    cutsBetweenBars(inOne, inOther).some((cut) => isCut(one, other, cut)) ||
    cutsBetweenBars(inOther, inOne).some((cut) => isCut(other, one, cut))
  )
}

/** A fingerprint as it is, and with each cell the mean of its neighbourhood. */
interface Softened {
  cells: Float32Array
  soft: Float32Array
}

function softened(fingerprint: Uint8Array): Softened {
  const cells = Float32Array.from(fingerprint)
  return { cells, soft: blurred(cells, CELLS, CELLS) }
}

function isCropOf(whole: Softened, part: Softened, maxCells: number): boolean {
  return isCut(whole, part, nearestCut(whole.soft, matchTones(part.soft, whole.soft)(part.soft), maxCells))
}

/** Whether a part, with the tones of the whole, shows what the whole does near a cut. */
function isCut(whole: Softened, part: Softened, near: Cut): boolean {
  const found = cutOut(whole.soft, near)
  const match = matchTones(part.soft, found)
  const soft = match(part.soft)
  if (changed(differences(found, soft), CHANGED_IN_CROP.to) > HOPELESS_FROM) return false
  const cells = match(part.cells)
  const overlay = (cut: Cut) => {
    const { width, height, ...both } = shrinkInto(whole.cells, cells, cut)
    return { whole: blurred(both.whole, width, height), part: blurred(both.part, width, height), width, height }
  }
  const blocksAt = (cut: Cut) => {
    const laid = overlay(cut)
    return differences(laid.whole, laid.part, laid.width, laid.height)
  }
  const close = refine(near, CLOSE_STEPS, (cut) => difference(cutOut(whole.soft, cut), soft))
  if (!takesOff(close, ALIGNED_WITHIN) || changed(blocksAt(close), CHANGED_IN_CROP.to) > UNALIKE_FROM) return false
  const cut = refine(close, EXACT_STEPS, (next) => {
    const laid = overlay(next)
    return difference(laid.whole, laid.part) / laid.whole.length
  })
  if (!takesOff(cut)) return false
  const blocks = blocksAt(cut)
  const { from, to, times, usualBlock } = CHANGED_IN_CROP
  const usual = blocks.toSorted((a, b) => b - a)[usualBlock] ?? 0
  return changed(blocks, Math.max(from, Math.min(to, usual * times))) <= CHANGED_MAX
}

/** Whether a cut takes off enough for a crop, give or take some cells. */
function takesOff(cut: Cut, less = 0): boolean {
  const [across, down] = [WHOLE.width - cut.width + less, WHOLE.height - cut.height + less]
  return Math.min(across, down) >= CUT_FROM_CELLS || Math.max(across, down) >= ONE_WAY_FROM_CELLS
}

const changed = (blocks: number[], from: number) => blocks.filter((difference) => difference >= from).length

/** Mean difference of each block. */
function differences(a: ArrayLike<number>, b: ArrayLike<number>, width = CELLS, height = CELLS): number[] {
  const sums = new Array<number>(BLOCKS * BLOCKS).fill(0)
  const counts = new Array<number>(BLOCKS * BLOCKS).fill(0)
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor((y * BLOCKS) / height) * BLOCKS
    for (let x = 0; x < width; x += 1) {
      const [index, block] = [y * width + x, row + Math.floor((x * BLOCKS) / width)]
      sums[block] = (sums[block] ?? 0) + Math.abs((a[index] ?? 0) - (b[index] ?? 0))
      counts[block] = (counts[block] ?? 0) + 1
    }
  }
  return sums.map((sum, block) => sum / Math.max(1, counts[block] ?? 0))
}

/** Whether few blocks have changed, ignoring the corner with the most changes. */
export function hardlyChanged(blocks: number[], from: number): boolean {
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
  return changed(blocks, from) - Math.max(...excused) <= CHANGED_MAX
}

/** Replaces each cell with the mean of itself and its neighbours. */
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
