import type { Size } from '../encode.ts'
import { CHANNELS } from './palette.ts'

export interface StoredFrames extends Size {
  /** RGBA of all frames, one below another; aligned to four bytes. */
  pixels: Uint8Array
}

export interface ShrinkRequest {
  /** Its pixels change if some are transparent. */
  stored: StoredFrames
  /** Frames to return, by number. */
  frames: readonly number[]
  size: Size
}

/** The sum of the weights of the pixels of an area. */
const WHOLE = 256
const OPAQUE = 255
/** Two channels of a pixel, with room for a product with a weight. */
const PAIR = 0x00ff00ff
/** A half for each channel of a pair of sums, to round them. */
const HALVES = 0x00800080

/**
 * Returns the chosen frames in another size, one below another; each pixel is the mean of the area that it covers. Computes rows
 * that are equal in two consecutive frames, as most are, only once. sharp takes one to three times as long.
 */
export function shrinkFrames({ stored, frames, size: { width, height } }: ShrinkRequest): Uint8Array {
  const { buffer, byteOffset, length } = stored.pixels
  const bytes = Buffer.from(buffer, byteOffset, length)
  const pixels = new Int32Array(buffer, byteOffset, length / CHANNELS)
  const isOpaque = hasOnlyOpaque(pixels)
  if (!isOpaque) premultiply(stored.pixels)
  const [columns, lines] = [sharesOf(stored.width, width), sharesOf(stored.height, height)]
  const rowBytes = stored.width * CHANNELS
  /** The rows of the present frame, narrowed. */
  const narrow = new Int32Array(stored.height * width)
  const isNew = new Uint8Array(stored.height)
  const out = new Int32Array(frames.length * height * width)
  for (const [index, frame] of frames.entries()) {
    for (let y = 0; y < stored.height; y += 1) {
      const from = (frame * stored.height + y) * rowBytes
      const before = ((frames[index - 1] ?? 0) * stored.height + y) * rowBytes
      isNew[y] = index === 0 || bytes.compare(bytes, before, before + rowBytes, from, from + rowBytes) !== 0 ? 1 : 0
      if (isNew[y]) narrowRow(pixels, from / CHANNELS, columns, narrow, y * width)
    }
    for (let y = 0; y < height; y += 1) {
      const to = (index * height + y) * width
      if (hasNew(isNew, lines, y)) joinRows(narrow, width, lines, y, out, to)
      else out.copyWithin(to, to - height * width, to - (height - 1) * width)
    }
  }
  const result = new Uint8Array(out.buffer)
  if (!isOpaque) unpremultiply(result)
  return result
}

interface Shares {
  /** The first pixel of each area. */
  starts: Int32Array
  /** The pixel behind each area. */
  ends: Int32Array
  /** The position of the first weight of each area. */
  firsts: Int32Array
  weights: Int32Array
}

/** Divides a line of `from` pixels into `to` equal areas. */
function sharesOf(from: number, to: number): Shares {
  const step = from / to
  const [starts, ends, firsts] = [new Int32Array(to), new Int32Array(to), new Int32Array(to)]
  const weights: number[] = []
  for (let area = 0; area < to; area += 1) {
    const [low, high] = [area * step, (area + 1) * step]
    const start = Math.min(from - 1, Math.floor(low))
    const end = Math.min(from, Math.max(start + 1, Math.ceil(high)))
    starts[area] = start
    ends[area] = end
    firsts[area] = weights.length
    // Rounds the sums, so that they end at the whole.
    const weighed = (until: number) => Math.round((Math.max(0, Math.min(high, until) - low) / step) * WHOLE)
    for (let pixel = start; pixel < end; pixel += 1)
      weights.push((pixel + 1 === end ? WHOLE : weighed(pixel + 1)) - (pixel === start ? 0 : weighed(pixel)))
  }
  return { starts, ends, firsts, weights: Int32Array.from(weights) }
}

function narrowRow(pixels: Int32Array, from: number, shares: Shares, narrow: Int32Array, to: number): void {
  const { starts, ends, firsts, weights } = shares
  for (let x = 0; x < starts.length; x += 1) {
    let even = HALVES
    let odd = HALVES
    let next = firsts[x] as number
    for (let at = from + (starts[x] as number), end = from + (ends[x] as number); at < end; at += 1) {
      const pixel = pixels[at] as number
      const weight = weights[next++] as number
      even = (even + Math.imul(pixel & PAIR, weight)) | 0
      odd = (odd + Math.imul((pixel >>> 8) & PAIR, weight)) | 0
    }
    narrow[to + x] = ((even >>> 8) & PAIR) | (odd & ~PAIR)
  }
}

function joinRows(
  narrow: Int32Array,
  width: number,
  { starts, ends, firsts, weights }: Shares,
  y: number,
  out: Int32Array,
  to: number,
): void {
  const [start, end, first] = [starts[y] as number, ends[y] as number, firsts[y] as number]
  for (let x = 0; x < width; x += 1) {
    let even = HALVES
    let odd = HALVES
    for (let row = start, next = first; row < end; row += 1) {
      const pixel = narrow[row * width + x] as number
      const weight = weights[next++] as number
      even = (even + Math.imul(pixel & PAIR, weight)) | 0
      odd = (odd + Math.imul((pixel >>> 8) & PAIR, weight)) | 0
    }
    out[to + x] = ((even >>> 8) & PAIR) | (odd & ~PAIR)
  }
}

function hasNew(isNew: Uint8Array, { starts, ends }: Shares, y: number): boolean {
  for (let row = starts[y] as number; row < (ends[y] as number); row += 1) if (isNew[row]) return true
  return false
}

/** Alpha is the highest byte of a pixel: the processors of all supported systems put the lowest byte first. */
function hasOnlyOpaque(pixels: Int32Array): boolean {
  let common = -1
  for (const pixel of pixels) common &= pixel
  return common >>> 24 === OPAQUE
}

/** Weighs the colors with their alpha, so that invisible ones do not count. */
function premultiply(pixels: Uint8Array): void {
  for (let at = 0; at < pixels.length; at += CHANNELS) {
    const alpha = pixels[at + 3] as number
    if (alpha === OPAQUE) continue
    for (let channel = at; channel < at + 3; channel += 1)
      pixels[channel] = Math.round(((pixels[channel] as number) * alpha) / OPAQUE)
  }
}

function unpremultiply(pixels: Uint8Array): void {
  for (let at = 0; at < pixels.length; at += CHANNELS) {
    const alpha = pixels[at + 3] as number
    if (alpha === OPAQUE || alpha === 0) continue
    for (let channel = at; channel < at + 3; channel += 1)
      pixels[channel] = Math.min(OPAQUE, Math.round(((pixels[channel] as number) * OPAQUE) / alpha))
  }
}
