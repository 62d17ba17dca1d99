import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { OutputInfo, Sharp } from 'sharp'
import { inParallel } from '../in-parallel.ts'
import { isTimeout } from './deadline.ts'
import type { Size } from './encode.ts'
import type { Patch } from './gif/frame-canvas.ts'
import { makeAnimation } from './gif/make-animation.ts'
import { CHANNELS } from './gif/palette.ts'
import { PictureError } from './picture-error.ts'
import { pictureQueues } from './picture-queue.ts'
import { frameDelays } from './read-timing.ts'
import { sharp } from './sharp-engine.ts'
import { readWebpFrames } from './strip/strip-webp.ts'

const TIME_LIMIT_SECONDS = 20
/**
 * For still pictures, tried in this order until the file is small enough: noisy photos need 16 colors. Two without dithering always
 * fit. The encoder has no other palettes than these: it would take 256 colors for 48, in the same time.
 */
const PALETTES = [
  { colors: 256, dither: 1 },
  { colors: 16, dither: 0.5 },
  { colors: 4, dither: 0.5 },
  { colors: 2, dither: 0 },
] as const
/** Frames decoded concurrently. */
const FRAMES_AT_ONCE = 2
/** Animations with more pixels are resized by sharp, which needs memory for one frame. */
const RAW_MAX_PIXELS = 8_000_000
const BLOCK_MAX_BYTES = 255
const TRAILER = Buffer.of(0x3b)
/** Introducer, label and terminator of a comment. */
const COMMENT_BYTES = 3
/** The introducer, label, length, and terminator of a short comment. */
const COMMENT_MAX_OVERHEAD = 8

export interface GifShape extends Size {
  /** Frames to encode; 1 for a still picture. */
  frames: number
  /** Size of the file. */
  bytes: number
}

/**
 * Encodes a stored picture as a GIF of exactly `bytes` bytes: with as many colors as fit, and a comment in the rest. Frames that
 * are left out of an animation lengthen the one before.
 * @param source a stream of a blob made by this server, never a raw upload
 * @param comment at the start of the GIF's comment
 * @param owner as for `PictureQueue.run`
 * @throws PictureError `image.busy`, `image.tooSlow`
 */
export async function toGif(
  source: Readable,
  { shape, comment, owner }: { shape: GifShape; comment: string; owner: string },
): Promise<Buffer> {
  const picture = await buffer(source)
  const { width, height, pages = 1, pageHeight, delay = [] } = await sharp(picture, { animated: true }).metadata()
  const stored: Stored = { picture, width, height: pageHeight ?? height, pages, delay }
  return pictureQueues.gif.run(owner, width * stored.height * pages, async () => {
    try {
      const whole = await (Math.min(shape.frames, pages) > 1 ? animatedGif : stillGif)(stored, shape, comment)
      if (whole) return whole
      throw new RangeError(`a GIF of ${shape.width} × ${shape.height} is larger than ${shape.bytes} bytes`)
    } catch (error) {
      throw isTimeout(error) ? new PictureError('image.tooSlow', { cause: error }) : error
    }
  })
}

interface Stored extends Size {
  picture: Buffer
  pages: number
  delay: readonly number[]
}

/** Returns null if the GIF and the comment need more than the shape's bytes. */
async function animatedGif(stored: Stored, shape: GifShape, comment: string): Promise<Buffer | null> {
  const frames = framesOf(stored.pages, Math.min(shape.frames, stored.pages))
  const pages = Math.max(...frames) + 1
  const isLong = stored.width * stored.height * pages > RAW_MAX_PIXELS
  const gif = await makeAnimation({
    patches: isLong ? await resizedFrames(stored.picture, shape, pages) : await storedFrames(stored.picture, pages),
    stored: isLong ? sizeOf(shape) : sizeOf(stored),
    frames,
    delays: delaysOf(stored, frames),
    size: sizeOf(shape),
    bytes: shape.bytes - comment.length - COMMENT_MAX_OVERHEAD,
  })
  return withComment(gif, comment, shape.bytes)
}

/** Returns null if the GIF and the comment need more than the shape's bytes with any palette. */
async function stillGif({ picture }: Stored, shape: GifShape, comment: string): Promise<Buffer | null> {
  const pixels = await decoded(picture, shape, 1).toBuffer({ resolveWithObject: true })
  for (const palette of PALETTES) {
    const whole = withComment(await encode(pixels, shape, palette), comment, shape.bytes)
    if (whole) return whole
  }
  return null
}

const sizeOf = ({ width, height }: Size): Size => ({ width, height })

/** Decodes the first frames of an animation, several at once. sharp can decode all together only in one thread. */
async function storedFrames(picture: Buffer, count: number): Promise<Patch[]> {
  const patches: Patch[] = []
  const frames = readWebpFrames(picture).slice(0, count)
  await inParallel(frames.entries(), FRAMES_AT_ONCE, async ([at, { picture: frame, ...place }]) => {
    const { data } = await asRgba(sharp(frame)).toUint8Array()
    patches[at] = { ...place, pixels: data }
  })
  return patches
}

/** Decodes the first frames of an animation in another size. */
async function resizedFrames(picture: Buffer, { width, height }: Size, count: number): Promise<Patch[]> {
  const { data } = await decoded(picture, { width, height }, count).toUint8Array()
  const bytes = width * height * CHANNELS
  return Array.from({ length: count }, (_, frame) => {
    const pixels = data.subarray(frame * bytes, (frame + 1) * bytes)
    return { pixels, left: 0, top: 0, width, height, blends: false, clears: false }
  })
}

/** Evenly spaced frames, from the first on. */
const framesOf = (pages: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => Math.floor((index * pages) / count))

function delaysOf({ delay, pages }: Stored, frames: readonly number[]): number[] {
  const all = frameDelays(pages, delay)
  return frames.map((start, index) => all.slice(start, frames[index + 1] ?? pages).reduce((sum, ms) => sum + ms, 0))
}

/** Decodes the first pages in this size, as RGBA. */
const decoded = (picture: Buffer, { width, height }: Size, pages: number) =>
  asRgba(sharp(picture, { pages }).resize({ width, height, fit: 'fill' }))

const asRgba = (picture: Sharp): Sharp =>
  picture.timeout({ seconds: TIME_LIMIT_SECONDS }).toColourspace('srgb').ensureAlpha().raw()

const encode = (
  { data, info: { channels } }: { data: Buffer; info: OutputInfo },
  { width, height }: Size,
  palette: { colors: number; dither: number },
): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels } })
    .gif({ ...palette, effort: 1 })
    .timeout({ seconds: TIME_LIMIT_SECONDS })
    .toBuffer()

/**
 * Adds a comment before the trailer of a GIF, filled with zeros, so that it has exactly `bytes` bytes. Returns null if they do not
 * fit (GIF89a, section 24).
 */
export function withComment(gif: Buffer, comment: string, bytes: number): Buffer | null {
  const room = bytes - gif.length - COMMENT_BYTES
  const text = Buffer.from(comment, 'latin1')
  if (room <= text.length) return null
  const blocks = Buffer.alloc(room)
  for (let at = 0; at < room; ) {
    const left = room - at
    // A block has at least one byte after its length.
    const taken = Math.min(1 + BLOCK_MAX_BYTES, left) - (left === BLOCK_MAX_BYTES + 2 ? 1 : 0)
    blocks[at] = taken - 1
    if (at === 0) text.copy(blocks, 1, 0, taken - 1)
    at += taken
  }
  return Buffer.concat([gif.subarray(0, -TRAILER.length), Buffer.of(0x21, 0xfe), blocks, Buffer.of(0), TRAILER])
}
