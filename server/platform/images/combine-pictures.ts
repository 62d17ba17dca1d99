import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { fillGaps } from '#contract/templates/fill-gaps.ts'
import { aroundWords } from './beside-words.ts'
import type { Size } from './encode.ts'
import { inkOf, isOfInk } from './ink-colors.ts'
import { isNear, ROWS_AT_ONCE, type Sample } from './sample.ts'
import { findScenes, SCENE_PIXEL, WORD_PIXEL } from './scenes.ts'
import { coverOf, letterMask } from './word-cover.ts'

/** A meme's pixels (RGB, row by row) with its words' boxes, as fractions of width and height. */
export interface CaptionedPixels {
  data: Uint8Array
  words: readonly { x: number; y: number; width: number; height: number }[]
}

export interface Combined {
  /** RGB, row by row. */
  data: Uint8Array
  /** True if nearly every pixel was taken from a picture. */
  isComplete: boolean
}

/** Weight of a value as background: outside of words, in a picture without read words, between letters. Letters do not count. */
const OPEN = 1
const UNREAD = 0.5
const BETWEEN_LETTERS = 0.5
/** A value is certain from this weight on, and with this lead over the next one. */
const CERTAIN_WEIGHT = 0.8
const CERTAIN_LEAD = 1.5
/** Maximum difference from the surroundings with which an uncertain value is used; and the same for a value that may belong to a letter. */
const TAKEN_WITHIN = 48
const LETTER_TAKEN_WITHIN = 18
/** With up to this share of pixels that no picture shows, the background counts as complete. */
const GAPS_MAX = 0.015
/** Up to this share of uncertain pixels, they are taken or filled from their surroundings. */
const FILLED_MAX = 0.6
const KNOWN = 1

/**
 * Computes the background of captioned pictures that are aligned and have one size. At each pixel, chooses the value on which most
 * pictures agree, and ignores letters. Without a majority, chooses the value closest to the neighboring pixels, or fills the pixel
 * from them. Copies the first picture where the scenes differ, or everywhere if most pixels are uncertain.
 */
export async function combinePictures(pictures: readonly CaptionedPixels[], size: Size): Promise<Combined> {
  const pixels = size.width * size.height
  const samples = await sampled(pictures, size)
  const data = new Uint8Array(samples[0]?.data ?? [])
  const known = new Uint8Array(pixels)
  const vote = createVote(samples)
  const scenes = await findScenes(samples, size)
  let open = pixels
  for (let at = 0; at < pixels; at += 1) {
    if (at % (size.width * ROWS_AT_ONCE) === 0) await yieldToOthers()
    if (scenes[at] === 0 ? !vote(at, data) : scenes[at] !== SCENE_PIXEL) continue
    known[at] = KNOWN
    open -= 1
  }
  if (open === 0 || open > pixels * FILLED_MAX) return { data, isComplete: open === 0 }
  fillWords(data, known, scenes, pictures[0]?.words ?? [], size)
  await yieldToOthers()
  fillGaps(data, known, size)
  await yieldToOthers()
  return { data, isComplete: open - takeSimilar(samples, data, known) <= pixels * GAPS_MAX }
}

/** Fills the gaps of words in scenes from the pixels around them: only the first picture has pixels there. */
function fillWords(
  data: Uint8Array,
  known: Uint8Array,
  scenes: Uint8Array,
  words: CaptionedPixels['words'],
  size: Size,
): void {
  if (!scenes.includes(WORD_PIXEL)) return
  const filled = new Uint8Array(data)
  fillGaps(filled, aroundWords(data, known, words, size), size)
  for (let at = 0; at < known.length; at += 1) {
    if (scenes[at] !== WORD_PIXEL) continue
    data.set(filled.subarray(at * 3, at * 3 + 3), at * 3)
    known[at] = KNOWN
  }
}

async function sampled(pictures: readonly CaptionedPixels[], size: Size): Promise<Sample[]> {
  const samples: Sample[] = []
  for (const { data, words } of pictures) {
    const cover = coverOf(words, size)
    const ink = inkOf(data, cover)
    const isLetter = (at: number) => isOfInk(ink, data, at) && (cover[at] === 1 || isOdd(pictures, data, at))
    samples.push({ data, cover, letters: letterMask(size, isLetter), isRead: words.length > 0 })
    await yieldToOthers()
  }
  return samples
}

/** Tests whether most pictures have another value at a pixel, such as outside of a word that was not read. */
function isOdd(pictures: readonly CaptionedPixels[], data: Uint8Array, at: number): boolean {
  let others = 0
  for (const other of pictures) if (!isNear(data, other.data, at)) others += 1
  return others * 2 >= pictures.length
}

/** Returns a function that writes the certain value of a pixel, or returns false if there is none. */
function createVote(samples: readonly Sample[]) {
  // It runs for every pixel, so it allocates nothing.
  const sources = samples.map(({ data }) => data)
  const voters = new Uint8Array(samples.length)
  const weights = new Float64Array(samples.length)
  const members = new Uint8Array(samples.length)
  const values = new Float64Array(samples.length)
  const dataOf = (nth: number) => sources[nth] as Uint8Array

  /** Writes the pictures that do not show a letter to `voters`, and returns their number. */
  function findVoters(at: number): number {
    let count = 0
    for (let nth = 0; nth < samples.length; nth += 1) {
      const { letters, cover, isRead } = samples[nth] as Sample
      if (letters[at] === 1) continue
      voters[count] = nth
      weights[count] = cover[at] === 1 ? BETWEEN_LETTERS : isRead ? OPEN : UNREAD
      count += 1
    }
    return count
  }

  /** Writes the voters that agree with one to `members`, and returns their number. */
  function findMembers(one: number, count: number, at: number): number {
    let kept = 0
    for (let nth = 0; nth < count; nth += 1) {
      if (!isNear(dataOf(voters[one] ?? 0), dataOf(voters[nth] ?? 0), at)) continue
      members[kept] = nth
      kept += 1
    }
    return kept
  }

  function weightOf(kept: number): number {
    let sum = 0
    for (let nth = 0; nth < kept; nth += 1) sum += weights[members[nth] ?? 0] ?? 0
    return sum
  }

  /** Returns the voter with the most weight around it; -1 if another value has nearly as much, or all have too little. */
  function findWinner(count: number, at: number): number {
    let [best, most] = [-1, 0]
    for (let nth = 0; nth < count; nth += 1) {
      const kept = findMembers(nth, count, at)
      const weight = weightOf(kept)
      if (kept === count) return weight < CERTAIN_WEIGHT ? -1 : nth
      if (weight > most) [best, most] = [nth, weight]
    }
    if (most < CERTAIN_WEIGHT) return -1
    for (let nth = 0; nth < count; nth += 1) {
      if (isNear(dataOf(voters[best] ?? 0), dataOf(voters[nth] ?? 0), at)) continue
      if (weightOf(findMembers(nth, count, at)) * CERTAIN_LEAD > most) return -1
    }
    return best
  }

  return (at: number, into: Uint8Array): boolean => {
    const count = findVoters(at)
    const winner = findWinner(count, at)
    if (winner < 0) return false
    const kept = findMembers(winner, count, at)
    for (let channel = 0; channel < 3; channel += 1) {
      for (let nth = 0; nth < kept; nth += 1)
        values[nth] = dataOf(voters[members[nth] ?? 0] ?? 0)[at * 3 + channel] ?? 0
      into[at * 3 + channel] = median(values, kept)
    }
    return true
  }
}

/** Takes, where the pixel is uncertain, the value most similar to the filled one, and returns how many it took. */
function takeSimilar(samples: readonly Sample[], data: Uint8Array, known: Uint8Array): number {
  let taken = 0
  for (let at = 0; at < known.length; at += 1) {
    if (known[at] === KNOWN) continue
    let [best, least] = [-1, TAKEN_WITHIN]
    for (let nth = 0; nth < samples.length; nth += 1) {
      const off = difference(data, samples[nth]?.data, at)
      if (off > least || (samples[nth]?.letters[at] === 1 && off > LETTER_TAKEN_WITHIN)) continue
      best = nth
      least = off
    }
    if (best < 0) continue
    for (let channel = 0; channel < 3; channel += 1) data[at * 3 + channel] = samples[best]?.data[at * 3 + channel] ?? 0
    taken += 1
  }
  return taken
}

/** Returns the largest difference of a channel at a pixel. */
function difference(one: Uint8Array | undefined, other: Uint8Array | undefined, at: number): number {
  let most = 0
  for (let index = at * 3; index < at * 3 + 3; index += 1)
    most = Math.max(most, Math.abs((one?.[index] ?? 0) - (other?.[index] ?? 0)))
  return most
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

const SAMPLE_STEP = 97
const MISALIGNED_FROM = 16

/** Returns the largest set of pictures that agree in most pixels, with the first of them leading. */
export function alignedPictures<T extends CaptionedPixels>(pictures: readonly T[]): T[] {
  const lights = pictures.map(({ data }) => sampledLights(data, SAMPLE_STEP))
  const groups = lights.map((one) => pictures.filter((_, nth) => isAligned(one, lights[nth] ?? one)))
  return groups.reduce<T[]>((largest, group) => (group.length > largest.length ? group : largest), [])
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
