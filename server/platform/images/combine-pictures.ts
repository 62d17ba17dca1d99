import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { fillGaps } from './fill-gaps.ts'

/** A meme's pixels (RGB, row by row) with the boxes of the words in it, in fractions. */
export interface CaptionedPixels {
  data: Uint8Array
  words: readonly { x: number; y: number; width: number; height: number }[]
}

export interface Combined {
  /** RGB, row by row. */
  data: Uint8Array
  /** Whether the background of every pixel is known. */
  isComplete: boolean
}

const ROWS_AT_ONCE = 24
/** Outlines reach beyond the box of a word by this share of its height. */
const MARGIN = 0.2
/** Letters and outlines of captions are nearly white or nearly black. */
const WHITE_FROM = 205
const BLACK_TO = 55
/** Values of one background differ by compression only. */
const AGREEMENT = 26
const AGREEING_SHARE = 0.6
const PLAIN_MIN = 3
/** With fewer pictures, letters of one caption agree with those of another by chance. */
const AGREEING_MIN = 5
/** Up to this share of unknown pixels the background is complete. */
const GAPS_MAX = 0.015
/** Up to this share they are filled from around them. */
const FILLED_MAX = 0.6
const KNOWN = 1

/**
 * The background of aligned pictures of one size with captions in them: of each pixel, the median of those that no word covers;
 * where words cover all of them, the value that most agree on, without letters and outlines. What remains is filled smoothly
 * from around it; where it is most of the picture, the first picture stays there.
 */
export async function combinePictures(
  pictures: readonly CaptionedPixels[],
  { width, height }: { width: number; height: number },
): Promise<Combined> {
  const covers = pictures.map(({ words }) => coverOf(words, width, height))
  const data = new Uint8Array(width * height * 3)
  const known = new Uint8Array(width * height)
  const used = new Uint8Array(pictures.length)
  const values = new Float64Array(pictures.length)
  let gaps = 0
  for (let y = 0; y < height; y += 1) {
    if (y % ROWS_AT_ONCE === 0) await yieldToOthers()
    for (let at = y * width; at < (y + 1) * width; at += 1) {
      const count = backgroundOf(pictures, covers, at, used, values)
      if (count > 0) known[at] = KNOWN
      else gaps += 1
      for (let channel = 0; channel < 3; channel += 1) {
        for (let nth = 0; nth < count; nth += 1) values[nth] = pictures[used[nth] ?? 0]?.data[at * 3 + channel] ?? 0
        data[at * 3 + channel] = count > 0 ? median(values, count) : (pictures[0]?.data[at * 3 + channel] ?? 0)
      }
    }
  }
  if (gaps > 0 && gaps <= width * height * FILLED_MAX) fillGaps(data, known, { width, height })
  return { data, isComplete: gaps <= width * height * GAPS_MAX }
}

/**
 * Which pictures show the background at a pixel; runs for every pixel, so it allocates nothing.
 * @param used overwritten with their indexes
 * @param values overwritten
 * @returns how many, 0 where the background is not known
 */
function backgroundOf(
  pictures: readonly CaptionedPixels[],
  covers: readonly Uint8Array[],
  at: number,
  used: Uint8Array,
  values: Float64Array,
): number {
  let open = 0
  let areRead = true
  for (let nth = 0; nth < pictures.length; nth += 1) {
    if (covers[nth]?.[at] !== 0) continue
    used[open] = nth
    open += 1
    if (pictures[nth]?.words.length === 0) areRead = false
  }
  if (open >= 3 || (open > 0 && areRead)) return open
  if (pictures.length < AGREEING_MIN) return 0
  let plain = 0
  for (let nth = 0; nth < pictures.length; nth += 1) {
    const light = lightOf(pictures[nth]?.data, at)
    if (light <= BLACK_TO || light >= WHITE_FROM) continue
    used[plain] = nth
    plain += 1
  }
  if (plain < PLAIN_MIN) return 0
  const agreeing = keepAgreeing(pictures, at, used, plain, values)
  return agreeing >= PLAIN_MIN && agreeing >= plain * AGREEING_SHARE ? agreeing : 0
}

/** Keeps the first `count` of `used` that are close to their median, and returns how many these are. */
function keepAgreeing(
  pictures: readonly CaptionedPixels[],
  at: number,
  used: Uint8Array,
  count: number,
  values: Float64Array,
): number {
  for (let nth = 0; nth < count; nth += 1) values[nth] = lightOf(pictures[used[nth] ?? 0]?.data, at)
  const middle = median(values, count)
  let kept = 0
  for (let nth = 0; nth < count; nth += 1) {
    const one = used[nth] ?? 0
    if (Math.abs(lightOf(pictures[one]?.data, at) - middle) > AGREEMENT) continue
    used[kept] = one
    kept += 1
  }
  return kept
}

const lightOf = (data: Uint8Array | undefined, at: number) =>
  0.299 * (data?.[at * 3] ?? 0) + 0.587 * (data?.[at * 3 + 1] ?? 0) + 0.114 * (data?.[at * 3 + 2] ?? 0)

/** Sorts the first `count` values in place; they are few. */
function median(values: Float64Array, count: number): number {
  for (let from = 1; from < count; from += 1) {
    const value = values[from] ?? 0
    let to = from - 1
    for (; to >= 0 && (values[to] ?? 0) > value; to -= 1) values[to + 1] = values[to] ?? 0
    values[to + 1] = value
  }
  return values[count >> 1] ?? 0
}

/** 1 where a word of the picture is. */
function coverOf(words: CaptionedPixels['words'], width: number, height: number): Uint8Array {
  const cover = new Uint8Array(width * height)
  for (const word of words) {
    const margin = word.height * MARGIN * height
    const left = Math.max(0, Math.floor(word.x * width - margin))
    const right = Math.min(width, Math.ceil((word.x + word.width) * width + margin))
    const bottom = Math.min(height, Math.ceil((word.y + word.height) * height + margin))
    for (let y = Math.max(0, Math.floor(word.y * height - margin)); y < bottom; y += 1)
      cover.fill(1, y * width + left, y * width + right)
  }
  return cover
}

const SAMPLE_STEP = 97
const MISALIGNED_FROM = 16

/** The largest set of pictures that agree in most of their pixels, with the first of them leading. */
export function alignedPictures<T extends CaptionedPixels>(pictures: readonly T[]): T[] {
  const groups = pictures.map((one) => pictures.filter((other) => other === one || isAligned(one.data, other.data)))
  const best = groups.reduce<T[]>((largest, group) => (group.length > largest.length ? group : largest), [])
  return best
}

/** Two pixels this far apart are not the same pixel compressed twice. */
const DIFFERENT_FROM = 64
/** The smallest caption changes more of a picture than this share; recompressing it changes less. */
const DIFFERENT_SHARE = 0.002
/** Every so many pixels are compared: enough of them lie in the smallest caption. */
const COMPARE_STEP = 7

/**
 * Of pictures that were uploaded again, the first alone: the same caption from many would outvote the background.
 * Pictures of one size; those before count as the first.
 */
export function distinctPictures<T extends CaptionedPixels>(pictures: readonly T[]): T[] {
  const kept: T[] = []
  for (const one of pictures) if (!kept.some((other) => isSame(one.data, other.data))) kept.push(one)
  return kept
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  const most = (a.length / 3 / COMPARE_STEP) * DIFFERENT_SHARE
  let different = 0
  for (let at = 0; at * 3 < a.length; at += COMPARE_STEP) {
    if (Math.abs(lightOf(a, at) - lightOf(b, at)) < DIFFERENT_FROM) continue
    different += 1
    if (different > most) return false
  }
  return true
}

function isAligned(a: Uint8Array, b: Uint8Array): boolean {
  const differences: number[] = []
  for (let at = 0; at * 3 < a.length; at += SAMPLE_STEP) differences.push(Math.abs(lightOf(a, at) - lightOf(b, at)))
  differences.sort((one, other) => one - other)
  return (differences[differences.length >> 1] ?? 0) < MISALIGNED_FROM
}
