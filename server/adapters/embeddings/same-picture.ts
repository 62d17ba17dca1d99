import { align, type Cut, cutOut, WHOLE } from './align.ts'
import { BLOCK, BLOCKS, CELLS } from './fingerprint.ts'

/**
 * A block has changed when its cells differ by so much of 255 in the mean. Measured on captioned pictures: recompressed,
 * resized and re-saved copies stay below 3, another last word in the caption is above 5.
 */
const CHANGED_FROM = 4.5
/** The same of a crop, both pictures blurred a little: no crop falls on the same cells. Crops stay below 10, other words above 9. */
const CHANGED_IN_CROP_FROM = 9
/** Blocks that may have changed outside of one corner. */
const CHANGED_MAX = 1
/** A watermark covers at most this many blocks of a corner, across and down. */
const CORNER_ACROSS = 3
const CORNER_DOWN = 1
/** Below so many cells a cut is no cut: what recompression moves. */
const CUT_FROM_CELLS = 0.8

/**
 * Whether two fingerprints are of the same picture with the same words: recompressed, resized, saved in another format, cropped
 * a little, or with a mark in one corner. The same template with other words is not.
 */
export function isSamePicture(a: Uint8Array, b: Uint8Array): boolean {
  if (hardlyChanged(differences(a, b), CHANGED_FROM)) return true
  return isCropOf(blurred(a), blurred(b)) || isCropOf(blurred(b), blurred(a))
}

function isCropOf(whole: Float32Array, part: Float32Array): boolean {
  const cut = align(whole, part)
  if (!isCut(cut)) return false
  return hardlyChanged(differences(cutOut(whole, cut), part), CHANGED_IN_CROP_FROM)
}

function isCut(cut: Cut): boolean {
  return WHOLE.width - cut.width >= CUT_FROM_CELLS && WHOLE.height - cut.height >= CUT_FROM_CELLS
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

/** Whether few blocks have changed, leaving out the corner where most have. */
function hardlyChanged(blocks: number[], from: number): boolean {
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

/** Each cell the mean of itself and its neighbours. */
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
