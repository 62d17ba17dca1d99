import { createLzw, lzwMaxBytes } from './lzw.ts'
import { CHANNELS, choosePalette, nearestIn, type Palette } from './palette.ts'

export interface AnimationFrames {
  /** RGBA of all frames, one below another; aligned to four bytes. */
  pixels: Uint8Array
  width: number
  height: number
  /** Milliseconds of each frame. */
  delays: readonly number[]
}

const TRANSPARENT = 0
/** A pixel that differs less in each channel from the one shown stays: lossy pictures vary this much between equal frames. */
const SAME = 6
/** An ordered pattern is the same in each frame, so unlike diffused errors it does not flicker (Bayer 1973). */
const PATTERN = Int8Array.from([
  ...[
    0, 32, 8, 40, 2, 34, 10, 42, 48, 16, 56, 24, 50, 18, 58, 26, 12, 44, 4, 36, 14, 46, 6, 38, 60, 28, 52, 20, 62, 30,
    54, 22,
  ],
  ...[
    3, 35, 11, 43, 1, 33, 9, 41, 51, 19, 59, 27, 49, 17, 57, 25, 15, 47, 7, 39, 13, 45, 5, 37, 63, 31, 55, 23, 61, 29,
    53, 21,
  ],
])
const PATTERN_SIDE = 8
const PATTERN_MEAN = 31.5

/** Tried in this order until the file is small enough. Noise needs three colors, which always fit. */
const COLORS = [255, 63, 15, 3] as const

/** Encodes an animation with the most colors that need at most `bytes` bytes. */
export function encodeWithin(frames: AnimationFrames, bytes: number): Buffer {
  for (const colors of COLORS) {
    const gif = encodeAnimation(frames, colors)
    if (gif.length <= bytes) return gif
  }
  throw new RangeError(`a GIF of ${frames.width} × ${frames.height} is larger than ${bytes} bytes`)
}

/**
 * Encodes an animation as a GIF with one palette for all frames. The encoder of sharp chooses a palette for each frame and takes
 * four times as long.
 * @param colors at most 255
 */
export function encodeAnimation(frames: AnimationFrames, colors: number): Buffer {
  const { pixels, width, height, delays } = frames
  const palette = choosePalette(pixels, colors + 1)
  const bits = Math.max(2, Math.ceil(Math.log2(palette.size)))
  const out = Buffer.alloc(1024 + delays.length * (64 + lzwMaxBytes(width * height)))
  let at = writeHeader(out, frames, palette, bits)
  const paint = createPainter(frames, palette)
  const compress = createLzw()
  for (const [frame, delay] of delays.entries()) {
    const { indices, clears } = paint(frame)
    // Graphic control extension: disposal, transparent color, delay in hundredths.
    out.set([0x21, 0xf9, 4, ((clears ? 2 : 1) << 2) | 1], at)
    out.writeUInt16LE(Math.min(0xffff, Math.round(delay / 10)), at + 4)
    out.set([TRANSPARENT, 0, 0x2c, 0, 0, 0, 0], at + 6)
    out.writeUInt16LE(width, at + 13)
    out.writeUInt16LE(height, at + 15)
    out[at + 17] = 0
    at = compress(indices, bits, out, at + 18)
  }
  out[at++] = 0x3b
  return out.subarray(0, at)
}

function writeHeader(out: Buffer, { width, height }: AnimationFrames, { colors }: Palette, bits: number): number {
  out.write('GIF89a', 'latin1')
  out.writeUInt16LE(width, 6)
  out.writeUInt16LE(height, 8)
  // A global palette of 2^bits colors.
  out.set([0x80 | (bits - 1) | 0x70, 0, 0], 10)
  const tableBytes = 3 << bits
  out.set(colors.subarray(0, tableBytes), 13)
  const loop = 13 + tableBytes
  out.set([0x21, 0xff, 11], loop)
  out.write('NETSCAPE2.0', loop + 3, 'latin1')
  out.set([3, 1, 0, 0, 0], loop + 14)
  return loop + 19
}

/**
 * Returns a function that maps a frame to colors of the palette. Pixels that stay are transparent. `clears`: true if the next
 * frame has transparent pixels which this one covers.
 */
function createPainter({ pixels, width, height, delays }: AnimationFrames, palette: Palette) {
  const area = width * height
  const rowBytes = width * CHANNELS
  const bytes = Buffer.from(pixels.buffer, pixels.byteOffset, pixels.length)
  const nearest = nearestIn(palette)
  const known = new Uint8Array(1 << 18)
  const spread = spreadOf(palette)
  const offsets = Int32Array.from(PATTERN, (value) => Math.round(((value - PATTERN_MEAN) / 64) * spread))
  const indices = new Uint8Array(area)
  /** Pixels as numbers; those with an alpha of `OPAQUE` or more are negative. */
  const all = new Int32Array(pixels.buffer, pixels.byteOffset, area * delays.length)
  const isOpaque = hasOnlyOpaque(all)
  /** 0 where nothing is shown. */
  const shown = new Int32Array(area)
  let isEmpty = true

  const uncovers = (frame: number): boolean => {
    if (isOpaque || frame + 1 >= delays.length) return false
    for (let at = frame * area, end = at + area; at < end; at += 1)
      if ((all[at] as number) < 0 && (all[at + area] as number) >= 0) return true
    return false
  }

  /** Equal rows of consecutive frames are most of an animation. */
  const isRepeated = (frame: number, y: number): boolean => {
    const from = (frame * height + y) * rowBytes
    const before = from - area * CHANNELS
    return !isEmpty && bytes.compare(bytes, before, before + rowBytes, from, from + rowBytes) === 0
  }

  const isShown = (pixel: number, to: number): boolean => {
    const present = shown[to] as number
    if (present === pixel) return true
    return (
      present !== 0 &&
      Math.abs((pixel & 255) - (present & 255)) <= SAME &&
      Math.abs(((pixel >> 8) & 255) - ((present >> 8) & 255)) <= SAME &&
      Math.abs(((pixel >> 16) & 255) - ((present >> 16) & 255)) <= SAME
    )
  }

  const paintRow = (from: number, y: number): void => {
    const row = (y % PATTERN_SIDE) * PATTERN_SIDE
    for (let x = 0, to = y * width; x < width; x += 1, to += 1) {
      const pixel = all[from + x] as number
      if (pixel >= 0) {
        indices[to] = TRANSPARENT
        shown[to] = 0
        continue
      }
      if (!isEmpty && isShown(pixel, to)) {
        indices[to] = TRANSPARENT
        continue
      }
      shown[to] = pixel
      const offset = offsets[row + (x % PATTERN_SIDE)] as number
      // Six bits per channel.
      const r = bounded((pixel & 255) + offset) & 252
      const g = bounded(((pixel >> 8) & 255) + offset) & 252
      const b = bounded(((pixel >> 16) & 255) + offset) & 252
      const bin = (r << 10) | (g << 4) | (b >> 2)
      let index = known[bin] as number
      if (index === 0) index = known[bin] = nearest(r | 2, g | 2, b | 2)
      indices[to] = index
    }
  }

  return (frame: number): { indices: Uint8Array; clears: boolean } => {
    for (let y = 0; y < height; y += 1)
      if (isRepeated(frame, y)) indices.fill(TRANSPARENT, y * width, (y + 1) * width)
      else paintRow((frame * height + y) * width, y)
    const clears = uncovers(frame)
    isEmpty = clears
    return { indices, clears }
  }
}

function hasOnlyOpaque(pixels: Int32Array): boolean {
  for (let at = 0; at < pixels.length; at += 1) if ((pixels[at] as number) >= 0) return false
  return true
}

const bounded = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : value)

/** The distance of neighboring colors: a dense palette needs little dithering. */
function spreadOf({ colors, size }: Palette): number {
  if (size <= 3) return 0
  let sum = 0
  for (let one = 1; one < size; one += 1) {
    let least = Number.POSITIVE_INFINITY
    for (let other = 1; other < size; other += 1) {
      if (other === one) continue
      let distance = 0
      for (let channel = 0; channel < 3; channel += 1)
        distance += ((colors[one * 3 + channel] as number) - (colors[other * 3 + channel] as number)) ** 2
      if (distance < least) least = distance
    }
    sum += Math.sqrt(least)
  }
  return Math.min(64, sum / (size - 1))
}
