import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { fillGaps } from './fill-gaps.ts'

/** A meme's pixels (RGB, row by row) with its words' boxes, as fractions of width and height. */
export interface CaptionedPixels {
  data: Uint8Array
  words: readonly { x: number; y: number; width: number; height: number }[]
}

export interface Combined {
  /** RGB, row by row. */
  data: Uint8Array
  /** Whether every pixel has a background. */
  isComplete: boolean
}

const ROWS_AT_ONCE = 24
/** Outlines extend beyond a word's box by this share of its height. */
const MARGIN = 0.2
/** Letters and outlines of captions are nearly white or nearly black. */
const WHITE_FROM = 205
const BLACK_TO = 55
/** Maximum difference between values of one background, caused only by compression. */
const AGREEMENT = 26
const AGREEING_SHARE = 0.6
const PLAIN_MIN = 3
/** Minimum agreeing pictures; with fewer, letters of different captions agree by chance. */
const AGREEING_MIN = 5
/** With up to this share of unknown pixels, the background counts as complete. */
const GAPS_MAX = 0.015
/** Up to this share of unknown pixels, they are filled from their surroundings. */
const FILLED_MAX = 0.6
const KNOWN = 1

/**
 * Computes the background of aligned pictures of one size with captions. Each pixel is the median over the pictures where no
 * word covers it. Where words cover all of them, it is the value that most agree on, excluding letters and outlines. Fills
 * remaining gaps smoothly from their surroundings; if most of the picture is unknown, the gaps show the first picture.
 */
export async function combinePictures(
  pictures: readonly CaptionedPixels[],
  { width, height }: { width: number; height: number },
): Promise<Combined> {
  const covers = pictures.map(({ words }) => coverOf(words, width, height))
  const sources = pictures.map((picture) => picture.data)
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
        for (let nth = 0; nth < count; nth += 1) values[nth] = sources[used[nth] ?? 0]?.[at * 3 + channel] ?? 0
        data[at * 3 + channel] = count > 0 ? median(values, count) : (sources[0]?.[at * 3 + channel] ?? 0)
      }
    }
  }
  if (gaps > 0 && gaps <= width * height * FILLED_MAX) fillGaps(data, known, { width, height })
  return { data, isComplete: gaps <= width * height * GAPS_MAX }
}

/**
 * Finds the pictures that show the background at a pixel. Runs for every pixel, so it allocates nothing.
 * @param used receives the pictures' indexes
 * @param values scratch space
 * @returns the number of pictures, 0 if the background is unknown
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

/** Compacts the first `count` entries of `used` to those close to their median, and returns the new count. */
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

/** Returns the median of the first `count` values, which it sorts in place; suited to few values. */
function median(values: Float64Array, count: number): number {
  for (let from = 1; from < count; from += 1) {
    const value = values[from] ?? 0
    let to = from - 1
    for (; to >= 0 && (values[to] ?? 0) > value; to -= 1) values[to + 1] = values[to] ?? 0
    values[to + 1] = value
  }
  return values[count >> 1] ?? 0
}

/** Returns a mask with 1 where a word covers the picture. */
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

/** Returns the largest set of pictures that agree in most pixels, with the first of them leading. */
export function alignedPictures<T extends CaptionedPixels>(pictures: readonly T[]): T[] {
  const lights = pictures.map(({ data }) => sampledLights(data, SAMPLE_STEP))
  const groups = lights.map((one) => pictures.filter((_, nth) => isAligned(one, lights[nth] ?? one)))
  const best = groups.reduce<T[]>((largest, group) => (group.length > largest.length ? group : largest), [])
  return best
}

/** Pixels that differ this much are not the same pixel recompressed. */
const DIFFERENT_FROM = 64
/** The smallest caption changes more than this share of a picture; recompression changes less. */
const DIFFERENT_SHARE = 0.002
/** Compare only every n-th pixel: enough of them are inside the smallest caption. */
const COMPARE_STEP = 7

/**
 * Removes repeated uploads of the same picture, because many copies of one caption would outvote the background. All pictures
 * have the same size; the earliest of each is retained.
 */
export function distinctPictures<T extends CaptionedPixels>(pictures: readonly T[]): T[] {
  const kept: { one: T; lights: Float32Array }[] = []
  for (const one of pictures) {
    const lights = sampledLights(one.data, COMPARE_STEP)
    if (!kept.some((other) => isSame(lights, other.lights))) kept.push({ one, lights })
  }
  return kept.map(({ one }) => one)
}

/** Returns the light of every n-th pixel. */
function sampledLights(data: Uint8Array, step: number): Float32Array {
  const lights = new Float32Array(Math.ceil(data.length / 3 / step))
  for (let nth = 0; nth < lights.length; nth += 1) lights[nth] = lightOf(data, nth * step)
  return lights
}

function isSame(a: Float32Array, b: Float32Array): boolean {
  const most = a.length * DIFFERENT_SHARE
  let different = 0
  for (let at = 0; at < a.length; at += 1) {
    if (Math.abs((a[at] ?? 0) - (b[at] ?? 0)) < DIFFERENT_FROM) continue
    different += 1
    if (different > most) return false
  }
  return true
}

/** Returns true if the median difference of two pictures' sampled pixels is small. */
function isAligned(a: Float32Array, b: Float32Array): boolean {
  let small = 0
  for (let at = 0; at < a.length; at += 1) if (Math.abs((a[at] ?? 0) - (b[at] ?? 0)) < MISALIGNED_FROM) small += 1
  return small > a.length >> 1
}
