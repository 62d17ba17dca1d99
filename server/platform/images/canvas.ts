import { readFile, rm } from 'node:fs/promises'
import type { Metadata, OutputInfo, Sharp, SharpOptions } from 'sharp'
import {
  PICTURE_MAX_FRAMES,
  PICTURE_MAX_PIXELS_ALL_FRAMES,
  PICTURE_MAX_PIXELS_PER_FRAME,
  PICTURE_MAX_SIDE_PX,
} from '#contract/limits.ts'
import { type Deadline, isTimeout } from './deadline.ts'
import { PictureError } from './picture-error.ts'
import { scanGif } from './scan-gif.ts'
import { sharp } from './sharp-engine.ts'
import type { PictureType } from './sniff.ts'
import { type StagedSource, stagingPath } from './staging.ts'

/** Properties from a picture's header, checked against the limits before decoding. */
export interface PictureHeader {
  frames: number
  /** Total pixels of all frames to decode. */
  pixels: number
  header: Metadata
}

/** A decoded picture: frames stacked vertically, upright, 8-bit sRGB, without metadata. */
export interface Canvas {
  path: string
  /** Width of one frame, in pixels. */
  width: number
  height: number
  frames: number
  /** True if it was decoded without warnings. */
  isClean: boolean
}

/** The sharp loaders allowed for each detected type. */
const LOADERS: Record<PictureType, readonly string[]> = {
  jpeg: ['jpeg', 'uhdr'],
  png: ['png'],
  gif: ['gif'],
  webp: ['webp'],
  avif: ['heif', 'avif'],
}

/**
 * Harmless decoder warnings, caused by cameras and old editors; browsers show such files. Any other warning may mean lost
 * pixels.
 */
const HARMLESS_WARNING = /Invalid SOS parameters|extraneous bytes before marker|Unknown Adobe color transform/

/** Errors caused by the machine, not by the picture. */
const FAULT_OF_THE_MACHINE = /No space left|quota exceeded|Read-only file system|Permission denied|Too many open files/i

function pictureFault(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof PictureError) return error
  if (FAULT_OF_THE_MACHINE.test(error.message)) return error
  if (isTimeout(error)) return new PictureError('image.tooSlow', { cause: error })
  if (error.message.includes('exceeds pixel limit')) return new PictureError('image.tooManyPixels', { cause: error })
  return new PictureError('image.undecodable', { cause: error })
}

async function readHeader(source: StagedSource): Promise<Metadata> {
  try {
    // Our own limits are more specific than the library's single one, and use the same header values.
    return await sharp(source.path, { limitInputPixels: false }).metadata()
  } catch (error) {
    throw pictureFault(error)
  }
}

async function countFrames(source: StagedSource, header: Metadata): Promise<number> {
  if (source.type === 'gif') {
    const { frames, whole } = scanGif(await readFile(source.path))
    if (frames > PICTURE_MAX_FRAMES) return frames
    if (!whole || frames !== (header.pages ?? 1)) throw new PictureError('image.undecodable')
    return frames
  }
  return source.type === 'webp' ? (header.pages ?? 1) : 1
}

/**
 * Checks a picture's header against the limits for pixels and frames.
 * @param still whether only the first frame is needed
 * @throws PictureError `image.tooManyPixels`, `image.tooLong`, `image.tooManyFrames`, `image.undecodable`
 */
export async function checkHeader(source: StagedSource, { still }: { still: boolean }): Promise<PictureHeader> {
  const header = await readHeader(source)
  if (!LOADERS[source.type].includes(header.format)) throw new PictureError('image.undecodable')
  const framePixels = header.width * header.height
  if (framePixels > PICTURE_MAX_PIXELS_PER_FRAME) throw new PictureError('image.tooManyPixels')
  if (Math.max(header.width, header.height) > PICTURE_MAX_SIDE_PX) throw new PictureError('image.tooLong')
  const frames = await countFrames(source, header)
  if (frames > PICTURE_MAX_FRAMES) throw new PictureError('image.tooManyFrames')
  if (framePixels * frames > PICTURE_MAX_PIXELS_ALL_FRAMES) throw new PictureError('image.tooManyPixels')
  return still ? { frames: 1, pixels: framePixels, header } : { frames, pixels: framePixels * frames, header }
}

/** @returns the result, and whether decoding caused no warning */
async function decodeBy<T>(
  source: StagedSource,
  claim: PictureHeader,
  deadline: Deadline,
  finish: (decoding: Sharp) => Promise<T>,
): Promise<{ result: T; isClean: boolean }> {
  const decode = (failOn: 'warning' | 'error') =>
    finish(
      sharp(source.path, {
        animated: claim.frames > 1,
        autoOrient: true,
        failOn,
        limitInputPixels: PICTURE_MAX_PIXELS_ALL_FRAMES,
        sequentialRead: true,
      }).timeout({ seconds: deadline.secondsLeft() }),
    )
  try {
    return { result: await decode('warning'), isClean: true }
  } catch (error) {
    if (!(error instanceof Error && HARMLESS_WARNING.test(error.message))) throw error
    return { result: await decode('error'), isClean: false }
  }
}

/** Pixels in memory, row by row. */
export interface Decoded {
  data: Buffer
  info: OutputInfo
}

export const toPixels = (picture: Sharp): Promise<Decoded> =>
  picture.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })

/** Pixels of a picture that is scaled down to a width if it is wider. */
export const toShrunkPixels = (picture: Sharp, width: number): Promise<Decoded> =>
  toPixels(picture.resize({ width, withoutEnlargement: true }))

/**
 * Decodes a still picture and shrinks it to a width in one pass, without its pixels at full size in memory or in a file.
 * Extracting all of it prevents the decoder from shrinking it on load, which differs between formats.
 * @throws PictureError as `decodeCanvas`
 */
export async function decodeShrunk(
  source: StagedSource,
  claim: PictureHeader,
  { width, deadline }: { width: number; deadline: Deadline },
): Promise<Decoded> {
  const whole = { left: 0, top: 0, ...claim.header.autoOrient }
  try {
    const { result } = await decodeBy(source, claim, deadline, (decoding) =>
      toShrunkPixels(decoding.extract(whole), width),
    )
    return result
  } catch (error) {
    throw pictureFault(error)
  }
}

/**
 * Decodes a picture once at full size, since shrink-on-load differs between formats. Writes the pixels to a libvips file in the
 * staging folder that later steps memory-map, so that the 400 MB of a long animation use the page cache rather than process
 * memory.
 * @throws PictureError `image.undecodable` (also for truncated pictures), `image.tooSlow`
 */
export async function decodeCanvas(
  source: StagedSource,
  claim: PictureHeader,
  { stagingDir, deadline }: { stagingDir: string; deadline: Deadline },
): Promise<Canvas> {
  const target = await stagingPath(stagingDir, 'v')
  try {
    const { isClean, result } = await decodeBy(source, claim, deadline, (decoding) => decoding.toFile(target))
    const decoded = claim.frames > 1 ? await sharp(target, { limitInputPixels: false }).metadata() : result
    // The file states the source's frame count, even if only one frame was decoded.
    const decodedFrames = claim.frames > 1 ? decoded.pages : 1
    if (decodedFrames !== claim.frames) throw new PictureError('image.undecodable')
    const height = claim.frames > 1 ? (decoded.pageHeight ?? decoded.height) : decoded.height
    return { path: target, width: decoded.width, height, frames: claim.frames, isClean }
  } catch (error) {
    await rm(target, { force: true })
    throw pictureFault(error)
  }
}

/** Opens all frames of a canvas as a pipeline. */
export function openCanvas(canvas: Canvas): Sharp {
  const options: SharpOptions = { animated: canvas.frames > 1, limitInputPixels: false }
  return sharp(canvas.path, options)
}

/** Opens one frame of a canvas as a pipeline. */
export function openFrame(canvas: Canvas, frame: number): Sharp {
  const { path, width, height } = canvas
  return sharp(path, { limitInputPixels: false }).extract({ left: 0, top: frame * height, width, height })
}

/** Runs a pipeline and starts another with its pixels: a single picture, or at least two frames of the given height. */
export async function render(pipeline: Sharp, pageHeight?: number): Promise<Sharp> {
  const { data, info } = await pipeline.raw().toBuffer({ resolveWithObject: true })
  return openPixels(data, info, pageHeight)
}

/** Opens pixels in memory as a pipeline: a single picture, or at least two frames of the given height. */
export function openPixels(data: Buffer, { width, height, channels }: OutputInfo, pageHeight?: number): Sharp {
  if (pageHeight === undefined) return sharp(data, { raw: { width, height, channels } })
  return sharp(data, { raw: { width, height, channels, pageHeight }, animated: true })
}

/** Opens at least two frames of a canvas as an animation, with the pixels in memory. */
export async function openFrames(canvas: Canvas, first: number, count: number): Promise<Sharp> {
  const { path, width, height } = canvas
  const strip = { left: 0, top: first * height, width, height: count * height }
  return render(sharp(path, { limitInputPixels: false }).extract(strip), height)
}
