import { BLOCK, BLOCKS, CELLS } from './fingerprint.ts'

/** From this likeness on, two pictures are one template whatever their cells say: bars shift every cell. */
const CERTAIN_LIKENESS = 0.86
/** A block is unchanged when its cells differ by less than this on average (of 255). */
const UNCHANGED_BELOW = 8
/**
 * The least share of unchanged blocks between two captions on one template. Measured on drawn templates: 0.3 and more for most
 * pairs, 0.02 and less for other pictures.
 */
const UNCHANGED_SHARE = 0.2

/**
 * Large captions make two pictures unlike each other. From this likeness on they are one template all the same if so many of the
 * blocks with details in them are unchanged: plain blocks are alike in many pictures. Measured on the demo pictures: 0.79 where
 * captions are large, 0.38 and less for other pictures.
 */
const DETAILED_LIKENESS = 0.5
const DETAILED_SHARE = 0.55
const DETAILED_MIN = 12
/**
 * Where nearly every block has details, a few unchanged ones are no chance: two screens of one application share plain ones, and
 * these are left out by the number with details. Measured on demo and drawn pictures: at most 6 unchanged of other pictures, 16 on one
 * template whose words are most of it.
 */
const FULL_LIKENESS = 0.68
const FULL_DETAILED = 60
const FULL_UNCHANGED = 12
/** Cells of a block with details differ by more than this (of 255). */
const DETAIL_RANGE = 24

/**
 * Whether two pictures are captions on one template: by their likeness alone if it is high, otherwise if enough of their
 * fingerprints' blocks are the same.
 * @param floor the likeness below which only blocks with details decide
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

/** Whether `isSameTemplate` looks at fingerprints at such a likeness. */
export const isDecidedByBlocks = (likeness: number, floor: number): boolean =>
  likeness >= DETAILED_LIKENESS && likeness < Math.max(floor, CERTAIN_LIKENESS)

/** How many blocks are unchanged, and how many have details in either picture. */
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
