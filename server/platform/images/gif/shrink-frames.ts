import type { Size } from '../encode.ts'
import { createCanvas, OPAQUE, type Patch } from './frame-canvas.ts'
import { CHANNELS } from './palette.ts'

export interface ShrinkRequest {
  /** One for each frame up to the last chosen one. */
  patches: readonly Patch[]
  stored: Size
  /** Frames to return, by number, ascending from 0. */
  frames: readonly number[]
  size: Size
}

/** The sum of the weights of the pixels of an area. */
const WHOLE = 256
/** Two channels of a pixel, with room for a product with a weight. */
const PAIR = 0x00ff00ff
/** A half for each channel of a pair of sums, to round them. */
const HALVES = 0x00800080

/**
 * Returns the chosen frames in another size, one below another; each pixel is the mean of the area that it covers. Computes only rows
 * that differ from those of the frame before; most do not. sharp takes one to three times as long.
 */
export function shrinkFrames({ patches, stored, frames, size: { width, height } }: ShrinkRequest): Uint8Array {
  const canvas = createCanvas(stored)
  const [columns, lines] = [sharesOf(stored.width, width), sharesOf(stored.height, height)]
  const weighed = new Int32Array(stored.width)
  /** The rows of the present frame, narrowed. */
  const narrow = new Int32Array(stored.height * width)
  const out = new Int32Array(frames.length * height * width)
  let isOpaque = true
  let index = 0
  for (const [frame, patch] of patches.entries()) {
    canvas.paint(patch)
    if (frame !== frames[index]) continue
    for (let y = 0; y < stored.height; y += 1) {
      if (!canvas.isNew[y]) continue
      const from = y * stored.width
      if (hasOnlyOpaque(canvas.pixels, from, from + stored.width)) {
        narrowRow(canvas.pixels, from, columns, narrow, y * width)
        continue
      }
      isOpaque = false
      premultiply(canvas.pixels, from, weighed)
      narrowRow(weighed, 0, columns, narrow, y * width)
    }
    for (let y = 0; y < height; y += 1) {
      const to = (index * height + y) * width
      if (hasNew(canvas.isNew, lines, y)) joinRows(narrow, width, lines, y, out, to)
      else out.copyWithin(to, to - height * width, to - (height - 1) * width)
    }
    canvas.isNew.fill(0)
    index += 1
  }
  const result = new Uint8Array(out.buffer)
  if (!isOpaque) unpremultiply(result)
  return result
}

interface Shares {
  /** Pixels of each area. Some weigh nothing: loops of equal length are faster. */
  count: number
  /** The first pixel of each area. */
  starts: Int32Array
  weights: Int32Array
}

/** Divides a line of `from` pixels into `to` equal areas. */
function sharesOf(from: number, to: number): Shares {
  const step = from / to
  const areas = Array.from({ length: to }, (_, area) => {
    const [low, high] = [area * step, (area + 1) * step]
    const start = Math.min(from - 1, Math.floor(low))
    return { low, high, start, end: Math.min(from, Math.max(start + 1, Math.ceil(high))) }
  })
  const count = Math.max(...areas.map(({ start, end }) => end - start))
  const starts = Int32Array.from(areas, ({ start }) => Math.min(start, from - count))
  const weights = new Int32Array(to * count)
  for (const [area, { low, high, start, end }] of areas.entries()) {
    // Rounds the sums, so that they end at the whole.
    const weighed = (until: number) => Math.round((Math.max(0, Math.min(high, until) - low) / step) * WHOLE)
    const first = area * count - (starts[area] as number)
    for (let pixel = start; pixel < end; pixel += 1)
      weights[first + pixel] = (pixel + 1 === end ? WHOLE : weighed(pixel + 1)) - (pixel === start ? 0 : weighed(pixel))
  }
  return { count, starts, weights }
}

function narrowRow(pixels: Int32Array, from: number, shares: Shares, narrow: Int32Array, to: number): void {
  const { count, starts, weights } = shares
  let next = 0
  for (let x = 0; x < starts.length; x += 1) {
    let even = HALVES
    let odd = HALVES
    for (let at = from + (starts[x] as number), end = at + count; at < end; at += 1) {
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
  { count, starts, weights }: Shares,
  y: number,
  out: Int32Array,
  to: number,
): void {
  const start = (starts[y] as number) * width
  const end = start + count * width
  for (let x = 0; x < width; x += 1) {
    let even = HALVES
    let odd = HALVES
    let next = y * count
    for (let at = start + x; at < end; at += width) {
      const pixel = narrow[at] as number
      const weight = weights[next++] as number
      even = (even + Math.imul(pixel & PAIR, weight)) | 0
      odd = (odd + Math.imul((pixel >>> 8) & PAIR, weight)) | 0
    }
    out[to + x] = ((even >>> 8) & PAIR) | (odd & ~PAIR)
  }
}

function hasNew(isNew: Uint8Array, { count, starts }: Shares, y: number): boolean {
  const start = starts[y] as number
  for (let row = start; row < start + count; row += 1) if (isNew[row]) return true
  return false
}

function hasOnlyOpaque(pixels: Int32Array, from: number, to: number): boolean {
  let common = -1
  for (let at = from; at < to; at += 1) common &= pixels[at] as number
  return common >>> 24 === OPAQUE
}

/** Weighs the colors of a row with their alpha, so that invisible ones do not count. */
function premultiply(pixels: Int32Array, from: number, weighed: Int32Array): void {
  for (let x = 0; x < weighed.length; x += 1) {
    const pixel = pixels[from + x] as number
    const alpha = pixel >>> 24
    const part = (shift: number) => Math.round((((pixel >>> shift) & 255) * alpha) / OPAQUE) << shift
    weighed[x] = (alpha << 24) | part(16) | part(8) | part(0)
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
