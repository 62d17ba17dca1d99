/** Colors are counted in boxes of this many values per channel. */
const BITS = 3
const SHIFT = 8 - BITS
const BOXES = 1 << (BITS * 3)
/** A vivid color is that of letters from this share of the covered pixels on, if it is this many times rarer elsewhere. */
const SHARE_MIN = 0.1
const TIMES_MIN = 4
/** Minimum difference between the channels of a vivid color. */
const VIVID_FROM = 110
/** Values of all channels that are nearly white or black, as most letters and outlines are, those of dark gray and dark blue included. */
const WHITE_FROM = 215
const BLACK_TO = 56
/** Maximum difference of a channel from the color of letters. */
const WITHIN = 40

export type Rgb = readonly [red: number, green: number, blue: number]

/**
 * Returns the vivid color of letters: the most frequent one inside words that is rare elsewhere; null for white and black letters.
 * @param data RGB, row by row
 * @param cover 1 for each pixel inside a word
 */
export function inkOf(data: Uint8Array, cover: Uint8Array): Rgb | null {
  const inside = new Float64Array(BOXES)
  const outside = new Float64Array(BOXES)
  let covered = 0
  for (let at = 0; at < cover.length; at += 1) {
    const counts = cover[at] === 1 ? inside : outside
    const box = boxOf(data, at)
    counts[box] = (counts[box] ?? 0) + 1
    covered += cover[at] ?? 0
  }
  let [best, most] = [-1, covered * SHARE_MIN]
  for (let box = 0; box < BOXES; box += 1) {
    const count = inside[box] ?? 0
    const elsewhere = (outside[box] ?? 0) / Math.max(1, cover.length - covered)
    if (count < most || count / covered < elsewhere * TIMES_MIN || !isVivid(colorOf(box))) continue
    best = box
    most = count
  }
  return best < 0 ? null : colorOf(best)
}

const boxOf = (data: Uint8Array, at: number) =>
  ((((data[at * 3] ?? 0) >> SHIFT) << BITS) | ((data[at * 3 + 1] ?? 0) >> SHIFT)) * (1 << BITS) +
  ((data[at * 3 + 2] ?? 0) >> SHIFT)

/** Returns the color in the middle of a box. */
function colorOf(box: number): Rgb {
  const middle = (index: number) => ((index & ((1 << BITS) - 1)) << SHIFT) + (1 << (SHIFT - 1))
  return [middle(box >> (BITS * 2)), middle(box >> BITS), middle(box)]
}

const isVivid = (color: Rgb) => Math.max(...color) - Math.min(...color) >= VIVID_FROM

/** Tests whether a pixel is nearly white, nearly black, or of the color that `inkOf` returned. */
export function isOfInk(ink: Rgb | null, data: Uint8Array, at: number): boolean {
  const [red, green, blue] = [data[at * 3] ?? 0, data[at * 3 + 1] ?? 0, data[at * 3 + 2] ?? 0]
  if (Math.min(red, green, blue) >= WHITE_FROM || Math.max(red, green, blue) <= BLACK_TO) return true
  return (
    ink !== null &&
    Math.abs(ink[0] - red) <= WITHIN &&
    Math.abs(ink[1] - green) <= WITHIN &&
    Math.abs(ink[2] - blue) <= WITHIN
  )
}
