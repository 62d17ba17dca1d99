import { BLOCK, BLOCKS, CELLS } from './fingerprint.ts'

/** From this likeness on, two pictures are one template regardless of their cells, because bars shift every cell. */
const CERTAIN_LIKENESS = 0.86
/** A block is unchanged if its cells differ by less than this on average (of 255). */
const UNCHANGED_BELOW = 8
/**
 * Minimum share of unchanged blocks between two captions on one template. Measured on drawn templates: at least 0.3 for most
 * pairs, at most 0.02 for other pictures.
 */
const UNCHANGED_SHARE = 0.2

/**
 * Large captions lower the likeness of two pictures of one template. From this likeness on they are still one template if enough
 * of the detailed blocks are unchanged; plain blocks do not count, since they are alike in many pictures. Measured on the demo
 * pictures: 0.79 with large captions, at most 0.38 for other pictures.
 */
const DETAILED_LIKENESS = 0.5
const DETAILED_SHARE = 0.55
const DETAILED_MIN = 12
/**
 * If nearly every block has details, even a few unchanged ones are no coincidence. Two screens of one application share plain
 * blocks; the minimum number of detailed blocks excludes those pairs. Measured on demo and drawn pictures: at most 6 unchanged
 * blocks for other pictures, 16 for one template covered mostly by words.
 */
const FULL_LIKENESS = 0.68
const FULL_DETAILED = 60
const FULL_UNCHANGED = 12
/** A block has details if its cells differ by more than this (of 255). */
const DETAIL_RANGE = 24

/**
 * Returns true if two pictures are captions on one template: by high likeness alone, otherwise if enough of their fingerprints' blocks
 * are the same.
 * @param floor below this likeness, only blocks with details decide
 */
export function isSameTemplate(
  likeness: number,
  floor: number,
  a: Uint8Array | undefined,
  b: Uint8Array | undefined,
): boolean {
  if (!isDecidedByBlocks(likeness, floor)) return likeness >= DETAILED_LIKENESS
  if (!a || !b) return false
  const { unchanged, detailed, unchangedDetailed } = compareBlocks(a, b)
  if (likeness >= floor && unchanged / BLOCKS ** 2 >= UNCHANGED_SHARE) return true
  if (likeness >= FULL_LIKENESS && detailed >= FULL_DETAILED && unchangedDetailed >= FULL_UNCHANGED) return true
  return unchangedDetailed >= DETAILED_MIN && unchangedDetailed / detailed >= DETAILED_SHARE
}

/** Returns true if `isSameTemplate` compares fingerprints at this likeness. */
export const isDecidedByBlocks = (likeness: number, floor: number): boolean =>
  likeness >= DETAILED_LIKENESS && likeness < Math.max(floor, CERTAIN_LIKENESS)

/** Counts the unchanged blocks, and those with details in either picture. */
function compareBlocks(
  a: Uint8Array,
  b: Uint8Array,
): { unchanged: number; detailed: number; unchangedDetailed: number } {
  const counts = { unchanged: 0, detailed: 0, unchangedDetailed: 0 }
  for (let block = 0; block < BLOCKS * BLOCKS; block += 1) {
    const first = Math.floor(block / BLOCKS) * BLOCK * CELLS + (block % BLOCKS) * BLOCK
    let [sum, low, high] = [0, 255, 0]
    for (let row = 0; row < BLOCK; row += 1) {
      for (let at = first + row * CELLS; at < first + row * CELLS + BLOCK; at += 1) {
        const [one, other] = [a[at] ?? 0, b[at] ?? 0]
        sum += Math.abs(one - other)
        low = Math.min(low, one, other)
        high = Math.max(high, one, other)
      }
    }
    const isUnchanged = sum / (BLOCK * BLOCK) < UNCHANGED_BELOW
    const isDetailed = high - low > DETAIL_RANGE
    if (isUnchanged) counts.unchanged += 1
    if (isDetailed) counts.detailed += 1
    if (isUnchanged && isDetailed) counts.unchangedDetailed += 1
  }
  return counts
}
