import { type Pixels, SIDE } from './pixels.ts'

/** The area of a picture without bars, in rows and columns; `bottom` and `right` are exclusive. */
export interface Content {
  top: number
  bottom: number
  left: number
  right: number
}

const WHITE_FROM = 235
const BLACK_TO = 20
/** Maximum difference of a bar's pixel from the bar's color, in luma and in each chroma: JPEG noise. */
const TOLERANCE = 10
/** The color of a bar is the most common one in this many outermost lines. */
const GROUND_LINES = 3
/** Minimum share of background in a line of letters: heavy capitals leave a tenth. */
const LETTERED_SHARE = 0.05
/** A bar ends with its last nearly plain line… */
const LAST_SHARE = 0.9
/** …must contain this many completely plain lines… */
const PLAIN_SHARE = 0.95
const PLAIN_LINES = 2
/** …and no text line in it may be taller than this. */
const TEXT_LINE_MAX = Math.round(SIDE * 0.2)
/**
 * A colored bar ends abruptly: less than this share of the next lines is near its color. A sky fades into the scene instead.
 * White and black need no such check, since they rarely occur except as bars.
 */
const BEHIND_SHARE = 0.6
const NEAR_TOLERANCE = 30
const BAR_MIN = Math.round(SIDE * 0.05)
/** Content is at least this share of a side… */
const CONTENT_MIN = Math.round(SIDE * 0.35)
/** …and not uniform, since a uniform area cannot be compared. Minimum standard deviation of luma. */
const CONTENT_LIGHT_MIN = 4
/** Number of passes: a bar at the top may lie outside or inside the bars at the sides. */
const ROUNDS = 2

/** A picture without bars. */
export const WHOLE: Content = { top: 0, bottom: SIDE, left: 0, right: SIDE }

export const isWhole = ({ top, bottom, left, right }: Content) =>
  top === 0 && bottom === SIDE && left === 0 && right === SIDE

/**
 * Finds the content between plain bars, with or without words, at the four sides. A picture that contains only words remains
 * whole.
 */
export function findContent(pixels: Pixels): Content {
  const content = withoutBars(pixels)
  return deviation(pixels.light, content) < CONTENT_LIGHT_MIN ? WHOLE : content
}

function deviation(light: Float32Array, { top, bottom, left, right }: Content): number {
  let [sum, squares, count] = [0, 0, 0]
  for (let row = top; row < bottom; row += 1) {
    for (let at = row * SIDE + left; at < row * SIDE + right; at += 1) {
      const value = light[at] ?? 0
      sum += value
      squares += value * value
      count += 1
    }
  }
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
}

function withoutBars(pixels: Pixels): Content {
  const content = { ...WHOLE }
  for (let round = 0; round < ROUNDS; round += 1) {
    const { left, right } = content
    const rows = shrink(content.top, content.bottom, pixels, (row) => ({
      from: row * SIDE + left,
      step: 1,
      pixels: right - left,
    }))
    content.top = rows.first
    content.bottom = rows.last
    const columns = shrink(left, right, pixels, (column) => ({
      from: rows.first * SIDE + column,
      step: SIDE,
      pixels: rows.last - rows.first,
    }))
    content.left = columns.first
    content.right = columns.last
  }
  return content
}

/** A row or column; its pixels are `from`, `from + step`, … */
interface Line {
  from: number
  step: number
  pixels: number
}

/** Shrinks the lines from `first` to `last` (exclusive) by the bars at both ends. */
function shrink(first: number, last: number, pixels: Pixels, lineAt: (at: number) => Line) {
  const lines = last - first
  const before = barLength(lines, pixels, (nth) => lineAt(first + nth))
  const behind = barLength(lines, pixels, (nth) => lineAt(last - 1 - nth))
  if (lines - before - behind < CONTENT_MIN) return { first, last }
  return { first: first + before, last: last - behind }
}

type LineAt = (nth: number) => Line

/** Returns the number of lines of the bar that starts at line 0, or 0 without a bar. */
function barLength(lines: number, pixels: Pixels, lineAt: LineAt): number {
  const edge = Array.from({ length: GROUND_LINES }, (_, nth) => lineAt(nth)).flatMap(indexesOf)
  return Math.max(...groundsOf(edge, pixels).map((ground) => barOf(ground, lines, lineAt)))
}

function barOf({ has, isNear }: Ground, lines: number, lineAt: LineAt): number {
  let length = 0
  let plain = 0
  for (let nth = 0; nth < lines && nth - length < TEXT_LINE_MAX; nth += 1) {
    const share = shareOf(lineAt(nth), has)
    if (share < LETTERED_SHARE) break
    if (share >= PLAIN_SHARE) plain += 1
    if (share >= LAST_SHARE) length = nth + 1
  }
  // A bar that reaches the other end is a picture on a plain background.
  if (length < BAR_MIN || length >= lines - CONTENT_MIN || plain < PLAIN_LINES) return 0
  return isNear && shareOf(lineAt(length + 2), isNear) > BEHIND_SHARE ? 0 : length
}

function shareOf({ from, step, pixels }: Line, has: (index: number) => boolean): number {
  let count = 0
  for (let nth = 0; nth < pixels; nth += 1) if (has(from + nth * step)) count += 1
  return count / pixels
}

const indexesOf = ({ from, step, pixels }: Line) => Array.from({ length: pixels }, (_, nth) => from + nth * step)

/** Tests whether a pixel has a bar's color and, for a colored bar, whether it is near that color. */
interface Ground {
  has(index: number): boolean
  isNear?(index: number): boolean
}

/**
 * Returns possible background colors at an edge: white, black, and the most common color, since a crop may cut through heavy
 * letters.
 */
function groundsOf(edge: number[], { light, blue, red }: Pixels): Ground[] {
  const white: Ground = { has: (index) => (light[index] ?? 0) >= WHITE_FROM }
  const black: Ground = { has: (index) => (light[index] ?? 0) <= BLACK_TO }
  const measures = [light, blue, red].map((values) => ({ values, middle: median(values, edge) }))
  const tone = measures[0]?.middle ?? 0
  if (tone >= WHITE_FROM || tone <= BLACK_TO) return [white, black]
  const within = (tolerance: number) => (index: number) =>
    measures.every(({ values, middle }) => Math.abs((values[index] ?? 0) - middle) <= tolerance)
  return [white, black, { has: within(TOLERANCE), isNear: within(NEAR_TOLERANCE) }]
}

function median(values: Float32Array, indexes: number[]): number {
  const sorted = new Float32Array(indexes.length)
  for (let nth = 0; nth < sorted.length; nth += 1) sorted[nth] = values[indexes[nth] ?? 0] ?? 0
  sorted.sort()
  return sorted[sorted.length >> 1] ?? 0
}
