import { cutOut, nearestCut, refine, WHOLE } from './align.ts'
import { BLOCK, BLOCKS, CELLS } from './fingerprint.ts'

/**
 * A block counts as changed when its cells differ by this much on average (of 255). Measured on captioned pictures: copies stay
 * below 3, a different last word is above 5.
 */
const CHANGED_FROM = 4.5
/**
 * The same for crops, with both pictures slightly blurred because the cells do not line up. Crops stay below 10, other words
 * are above 9.
 */
const CHANGED_IN_CROP_FROM = 9
/** A crop of the width, or the height, alone lines up better; thin letters on a light ground are above 6. */
const CHANGED_IN_ONE_WAY_CROP_FROM = 6
/** With more changed blocks than this before the crop is aligned exactly, it is none. */
const HOPELESS_FROM = 32
/** How many blocks may have changed outside one corner. */
const CHANGED_MAX = 1
/** A watermark covers at most this many blocks of a corner, across and down. */
const CORNER_ACROSS = 3
const CORNER_DOWN = 1
/** Crops smaller than this many cells are ignored; recompression shifts edges as much. */
const CUT_FROM_CELLS = 0.8
/** …unless it takes off so much of the width, or the height, alone. */
const ONE_WAY_FROM_CELLS = 1.6
/** A slight crop removes up to this many cells of a side (7 %). */
const CROP_MAX_CELLS = 4.5
/** Whoever evades a ban crops more (22 %). */
export const BLOCKED_CROP_MAX_CELLS = 14

/**
 * Whether two fingerprints show the same picture with the same words, even if recompressed, resized, converted, slightly
 * cropped or watermarked in one corner. The same template with other words is a different picture.
 * @param cropMaxCells how many cells of a side `a` may have lost, if it is a crop of `b`
 */
export function isSamePicture(a: Uint8Array, b: Uint8Array, cropMaxCells = CROP_MAX_CELLS): boolean {
  if (hardlyChanged(differences(a, b), CHANGED_FROM)) return true
  return isCropOf(blurred(a), blurred(b), CROP_MAX_CELLS) || isCropOf(blurred(b), blurred(a), cropMaxCells)
}

function isCropOf(whole: Float32Array, part: Float32Array, maxCells: number): boolean {
  const near = nearestCut(whole, part, maxCells)
  const changed = differences(cutOut(whole, near), part).filter((difference) => difference >= CHANGED_IN_CROP_FROM)
  if (changed.length > HOPELESS_FROM) return false
  const cut = refine(whole, part, near)
  const [across, down] = [WHOLE.width - cut.width, WHOLE.height - cut.height]
  const isBothWays = Math.min(across, down) >= CUT_FROM_CELLS
  if (!isBothWays && Math.max(across, down) < ONE_WAY_FROM_CELLS) return false
  const from = isBothWays ? CHANGED_IN_CROP_FROM : CHANGED_IN_ONE_WAY_CROP_FROM
  return hardlyChanged(differences(cutOut(whole, cut), part), from)
}

/** Mean difference of each block. */
function differences(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  const found = new Array<number>(BLOCKS * BLOCKS).fill(0)
  for (let index = 0; index < CELLS * CELLS; index += 1) {
    const block = Math.floor(index / CELLS / BLOCK) * BLOCKS + Math.floor((index % CELLS) / BLOCK)
    found[block] = (found[block] ?? 0) + Math.abs((a[index] ?? 0) - (b[index] ?? 0)) / (BLOCK * BLOCK)
  }
  return found
}

/** Whether few blocks have changed, ignoring the corner with the most changes. */
export function hardlyChanged(blocks: number[], from: number): boolean {
  const total = blocks.filter((difference) => difference >= from).length
  const corners = [0, BLOCKS - CORNER_DOWN].flatMap((top) => [0, BLOCKS - CORNER_ACROSS].map((left) => ({ top, left })))
  const excused = corners.map(({ top, left }) => {
    const within = (index: number) => {
      const [x, y] = [index % BLOCKS, Math.floor(index / BLOCKS)]
      return x >= left && x < left + CORNER_ACROSS && y >= top && y < top + CORNER_DOWN
    }
    return blocks.filter((difference, index) => difference >= from && within(index)).length
  })
  return total - Math.max(...excused) <= CHANGED_MAX
}

/** Replaces each cell with the mean of itself and its neighbours. */
function blurred(cells: Uint8Array): Float32Array {
  const result = new Float32Array(CELLS * CELLS)
  for (let y = 0; y < CELLS; y += 1) {
    for (let x = 0; x < CELLS; x += 1) {
      let sum = 0
      let count = 0
      for (let row = Math.max(0, y - 1); row <= Math.min(CELLS - 1, y + 1); row += 1) {
        for (let column = Math.max(0, x - 1); column <= Math.min(CELLS - 1, x + 1); column += 1) {
          sum += cells[row * CELLS + column] ?? 0
          count += 1
        }
      }
      result[y * CELLS + x] = sum / count
    }
  }
  return result
}
