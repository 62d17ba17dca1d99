import { rm } from 'node:fs/promises'
import type { Sharp } from 'sharp'
import { type Canvas, openCanvas, openFrame, openFrames, openPixels, render } from './canvas.ts'
import { coloredEdges } from './colored-edges.ts'
import { type Deadline, isTimeout } from './deadline.ts'
import { freeBytes } from './free-bytes.ts'
import { PictureError } from './picture-error.ts'
import { type StagedFile, stageFinished, stagingPath } from './staging.ts'

/** Width and height in pixels. */
export interface Size {
  width: number
  height: number
}

export interface EncodeOptions {
  stagingDir: string
  deadline: Deadline
  /** Quality for lossy encoding, 1 to 100. */
  quality: number
  /** True to try lossless encoding. Not for lossy sources, because their artifacts would cost many bytes. */
  mayBeLossless: boolean
}

/** Above this many pixels in all frames, thorough settings take five times as long and save only a few percent. */
const THOROUGH_MAX_PIXELS = 8_000_000
/** Animations with more pixels are encoded with the fastest settings. */
const THOROUGH_MAX_ANIMATION_PIXELS = 20_000_000
/** Up to this share of colored edges, plain chroma subsampling looks the same: see docs/benchmarks.md, `bulk`. */
const COLORED_EDGES_MAX = 0.002
/** Side of the sample, a square or some frames, that is encoded both ways to choose one. */
const PROBE_SIDE_PX = 1080
const PROBE_MAX_FRAMES = 8
const PROBE_MAX_PIXELS = 4_000_000

/** Returns the largest size within the bounds with the same aspect ratio, never larger than the picture. */
export function fitInside(picture: Size, bounds: Size): Size {
  const scale = Math.min(1, bounds.width / picture.width, bounds.height / picture.height)
  return {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  }
}

function resized(pipeline: Sharp, from: Size, to: Size): Sharp {
  if (from.width === to.width && from.height === to.height) return pipeline
  return pipeline.resize({ width: to.width, height: to.height, fit: 'fill' })
}

type Write = (encoded: Sharp) => Promise<unknown>

/** Encodes the picture at the given size with losses. */
async function writeLossy(canvas: Canvas, size: Size, { quality, deadline }: EncodeOptions, write: Write) {
  const pipeline = resized(openCanvas(canvas), canvas, size)
  const pixels = size.width * size.height * canvas.frames
  if (canvas.frames > 1)
    return write(pipeline.webp({ quality, effort: pixels > THOROUGH_MAX_ANIMATION_PIXELS ? 2 : 4 }))
  // Below effort 2 the encoder fails on large noisy pictures, because its partition 0 overflows.
  if (pixels > THOROUGH_MAX_PIXELS) return write(pipeline.webp({ quality, effort: 2 }))
  pipeline.timeout({ seconds: deadline.secondsLeft() })
  const { data, info } = await pipeline.raw().toBuffer({ resolveWithObject: true })
  try {
    // Plain chroma subsampling frays the edges of colored captions. The better one takes 1.5 times as long as the rest.
    const smartSubsample = coloredEdges(data, info) > COLORED_EDGES_MAX
    return await write(openPixels(data, info).webp({ quality, effort: 4, smartSubsample }))
  } finally {
    freeBytes(data)
  }
}

/**
 * Opens the middle frames of an animation, since encoders also compress between frames, or the center of a still or large
 * frame.
 */
async function openProbe(canvas: Canvas, size: Size): Promise<Sharp> {
  const affordable = Math.floor(PROBE_MAX_PIXELS / (canvas.width * canvas.height))
  const count = Math.min(PROBE_MAX_FRAMES, canvas.frames, affordable)
  if (count > 1) return resized(await openFrames(canvas, Math.floor((canvas.frames - count) / 2), count), canvas, size)
  const crop = { width: Math.min(size.width, PROBE_SIDE_PX), height: Math.min(size.height, PROBE_SIDE_PX) }
  const left = Math.floor((size.width - crop.width) / 2)
  const top = Math.floor((size.height - crop.height) / 2)
  const middle = openFrame(canvas, Math.floor(canvas.frames / 2))
  // Render first: a frame extracted from an animation still has the animation's total height, which may exceed WebP's limit.
  return render(resized(middle, canvas, size).extract({ left, top, ...crop }))
}

/**
 * Returns true if lossless encoding suits a canvas. Drawings, screenshots and many GIFs are smaller and crisper when lossless;
 * photographs are not. Neither format nor color count predicts it, so this encodes a sample both ways.
 */
export async function suitsLossless(canvas: Canvas, size: Size, options: EncodeOptions): Promise<boolean> {
  if (!options.mayBeLossless || size.width * size.height > THOROUGH_MAX_PIXELS) return false
  const probe = (await openProbe(canvas, size)).timeout({ seconds: options.deadline.secondsLeft() })
  const lossless = await probe.clone().webp({ lossless: true, effort: 1 }).toBuffer()
  const lossy = await probe.clone().webp({ quality: options.quality, effort: 2 }).toBuffer()
  return lossless.length < lossy.length
}

/**
 * Encodes all frames of a canvas as WebP at the given size, preserving delays and loop count.
 * @throws PictureError `image.tooSlow`; other errors are not the picture's fault, since it was decoded completely
 */
export async function encodeWebp(canvas: Canvas, size: Size, options: EncodeOptions): Promise<StagedFile> {
  const target = await stagingPath(options.stagingDir, 'webp')
  try {
    const write: Write = (encoded) => encoded.timeout({ seconds: options.deadline.secondsLeft() }).toFile(target)
    const lossless = await suitsLossless(canvas, size, options)
    if (lossless) await write(resized(openCanvas(canvas), canvas, size).webp({ lossless, effort: 3 }))
    else await writeLossy(canvas, size, options, write)
    return await stageFinished(target, 'webp', 'image/webp')
  } catch (error) {
    await rm(target, { force: true })
    throw isTimeout(error) ? new PictureError('image.tooSlow', { cause: error }) : error
  }
}
