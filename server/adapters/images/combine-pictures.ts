import { setImmediate as yieldToOthers } from 'node:timers/promises'

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
/** With fewer pictures, letters of one caption agree with those of another by chance. */
const AGREEING_MIN = 4
/** Up to this share of unknown pixels is filled from the nearest known ones. */
const GAPS_MAX = 0.015
const UNKNOWN = 0
const KNOWN = 1

/**
 * The background of aligned pictures of one size with captions in them: of each pixel, the median of those that no word covers;
 * where words cover all of them, the value that most agree on, without letters and outlines. What remains is filled from the
 * neighbours if it is little, otherwise from the first picture.
 */
export async function combinePictures(
  pictures: readonly CaptionedPixels[],
  { width, height }: { width: number; height: number },
): Promise<Combined> {
  const covers = pictures.map(({ words }) => coverOf(words, width, height))
  const data = new Uint8Array(width * height * 3)
  const known = new Uint8Array(width * height)
  let gaps = 0
  for (let y = 0; y < height; y += 1) {
    if (y % ROWS_AT_ONCE === 0) await yieldToOthers()
    for (let at = y * width; at < (y + 1) * width; at += 1) {
      const used = backgroundOf(pictures, covers, at)
      if (used.length > 0) known[at] = KNOWN
      else gaps += 1
      for (let channel = 0; channel < 3; channel += 1) {
        const shown = used.length > 0 ? used : [0]
        data[at * 3 + channel] = median(shown.map((nth) => pictures[nth]?.data[at * 3 + channel] ?? 0))
      }
    }
  }
  const isComplete = gaps <= width * height * GAPS_MAX
  if (isComplete && gaps > 0) fillGaps(data, known, width)
  return { data, isComplete }
}

/** Indexes of the pictures that show the background at a pixel; none where that is not known. */
function backgroundOf(pictures: readonly CaptionedPixels[], covers: readonly Uint8Array[], at: number): number[] {
  const open: number[] = []
  for (let nth = 0; nth < pictures.length; nth += 1) if (covers[nth]?.[at] === 0) open.push(nth)
  const areRead = open.every((nth) => (pictures[nth]?.words.length ?? 0) > 0)
  if (open.length >= 3 || (open.length > 0 && areRead)) return open
  if (pictures.length < AGREEING_MIN) return []
  const lights = pictures.map(({ data }) => lightOf(data, at))
  const all = lights.map((_, nth) => nth)
  const plain = all.filter((nth) => (lights[nth] ?? 0) > BLACK_TO && (lights[nth] ?? 0) < WHITE_FROM)
  if (plain.length >= 2) {
    const agreeing = agreeingWith(plain, lights)
    if (agreeing.length >= 2 && agreeing.length >= plain.length * AGREEING_SHARE) return agreeing
  }
  const agreeing = agreeingWith(all, lights)
  return agreeing.length >= 2 && agreeing.length >= all.length * AGREEING_SHARE ? agreeing : []
}

function agreeingWith(nths: readonly number[], lights: readonly number[]): number[] {
  const middle = median(nths.map((nth) => lights[nth] ?? 0))
  return nths.filter((nth) => Math.abs((lights[nth] ?? 0) - middle) <= AGREEMENT)
}

const lightOf = (data: Uint8Array, at: number) =>
  0.299 * (data[at * 3] ?? 0) + 0.587 * (data[at * 3 + 1] ?? 0) + 0.114 * (data[at * 3 + 2] ?? 0)

function median(values: number[]): number {
  values.sort((a, b) => a - b)
  return values[values.length >> 1] ?? 0
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

/** Copies the nearest known pixel of the same row into unknown ones, or of the row above. */
function fillGaps(data: Uint8Array, known: Uint8Array, width: number): void {
  for (let at = 0; at < known.length; at += 1) {
    if (known[at] !== UNKNOWN) continue
    const from = at % width > 0 ? at - 1 : Math.max(0, at - width)
    data.copyWithin(at * 3, from * 3, from * 3 + 3)
  }
}

const SAMPLE_STEP = 97
const MISALIGNED_FROM = 16

/** The largest set of pictures that agree in most of their pixels, with the first of them leading. */
export function alignedPictures<T extends CaptionedPixels>(pictures: readonly T[]): T[] {
  const groups = pictures.map((one) => pictures.filter((other) => other === one || isAligned(one.data, other.data)))
  const best = groups.reduce<T[]>((largest, group) => (group.length > largest.length ? group : largest), [])
  return best
}

function isAligned(a: Uint8Array, b: Uint8Array): boolean {
  const differences: number[] = []
  for (let at = 0; at * 3 < a.length; at += SAMPLE_STEP) differences.push(Math.abs(lightOf(a, at) - lightOf(b, at)))
  return median(differences) < MISALIGNED_FROM
}
