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
 * Whether two pictures are captions on one template: by their likeness alone if it is high, otherwise if enough of their
 * fingerprints' blocks are the same.
 * @param floor the likeness below which they are not
 */
export function isSameTemplate(
  likeness: number,
  floor: number,
  a: Uint8Array | undefined,
  b: Uint8Array | undefined,
): boolean {
  if (likeness < floor) return false
  if (likeness >= CERTAIN_LIKENESS) return true
  return a !== undefined && b !== undefined && unchangedShare(a, b) >= UNCHANGED_SHARE
}

function unchangedShare(a: Uint8Array, b: Uint8Array): number {
  const sums = new Float64Array(BLOCKS * BLOCKS)
  for (let index = 0; index < CELLS * CELLS; index += 1) {
    const block = Math.floor(index / CELLS / BLOCK) * BLOCKS + Math.floor((index % CELLS) / BLOCK)
    sums[block] = (sums[block] ?? 0) + Math.abs((a[index] ?? 0) - (b[index] ?? 0))
  }
  return sums.filter((sum) => sum / (BLOCK * BLOCK) < UNCHANGED_BELOW).length / sums.length
}
