import type { Size } from './encode.ts'
import { isNear, type Sample } from './sample.ts'

/** Letters have no horizontal strokes as long as this. */
const LINE_LEAST_PX = 24
/** Width of the frame around a word that its gap is filled from. */
const FRAME_PX = 16
/** A color differs from the frame's from this difference of a channel on. */
const ODD_FROM = 48
/** Lines have soft edges within this many pixels. */
const EDGE_PX = 2
/** Up to this share of a frame, odd colors are lines and ornaments; more are part of the background. */
const ODD_MAX = 0.25

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Returns a mask with 1 for the pixels inside words of horizontal lines that all pictures share, such as those of a frame. */
export function sharedLines(samples: readonly Sample[], size: Size): Uint8Array {
  const [first, ...others] = samples
  const lines = new Uint8Array(size.width * size.height)
  if (!first) return lines
  const isShared = (at: number) =>
    first.cover[at] === 1 && first.letters[at] !== 1 && others.every(({ data }) => isNear(first.data, data, at))
  for (let row = 0; row < size.height; row += 1) markRuns(lines, isShared, row * size.width, (row + 1) * size.width)
  return lines
}

/** Marks the pixels of long runs between two pixels of a row. */
function markRuns(mask: Uint8Array, test: (at: number) => boolean, from: number, to: number): void {
  let since = from
  for (let at = from; at <= to; at += 1) {
    if (at < to && test(at)) continue
    if (at - since >= LINE_LEAST_PX) mask.fill(1, since, at)
    since = at + 1
  }
}

/**
 * Returns a mask with 1 for the known pixels around words. Leaves out lines and ornaments, because their color would spread into the gaps.
 * @param words boxes in fractions of width and height
 */
export function aroundWords(data: Uint8Array, known: Uint8Array, words: readonly Box[], size: Size): Uint8Array {
  const calm = new Uint8Array(known.length)
  for (const word of words) {
    const frame = framePixels(word, size).filter((at) => known[at] === 1)
    const color = [0, 1, 2].map((channel) => middle(frame.map((at) => data[at * 3 + channel] ?? 0)))
    const isOdd = (at: number) =>
      color.some((value, channel) => Math.abs((data[at * 3 + channel] ?? 0) - value) >= ODD_FROM)
    const odd = frame.filter(isOdd)
    for (const at of frame) calm[at] = 1
    if (odd.length <= frame.length * ODD_MAX) for (const at of odd) clearAround(calm, at, size)
  }
  return calm
}

function clearAround(mask: Uint8Array, at: number, { width, height }: Size): void {
  const [x, y] = [at % width, Math.floor(at / width)]
  for (let row = Math.max(0, y - EDGE_PX); row <= Math.min(height - 1, y + EDGE_PX); row += 1)
    mask.fill(0, row * width + Math.max(0, x - EDGE_PX), row * width + Math.min(width, x + EDGE_PX + 1))
}

/** Returns the pixels of a word's box and of a frame around it. */
function framePixels(word: Box, { width, height }: Size): number[] {
  const pixels: number[] = []
  const around = word.height * height * 0.4 + FRAME_PX
  const [left, top] = [
    Math.max(0, Math.floor(word.x * width - around)),
    Math.max(0, Math.floor(word.y * height - around)),
  ]
  const right = Math.min(width, Math.ceil((word.x + word.width) * width + around))
  const bottom = Math.min(height, Math.ceil((word.y + word.height) * height + around))
  for (let y = top; y < bottom; y += 1) for (let x = left; x < right; x += 1) pixels.push(y * width + x)
  return pixels
}

const middle = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0
