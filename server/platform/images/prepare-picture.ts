import type { Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { PICTURE_MEDIUM_WIDTH_PX, PICTURE_SMALL_WIDTH_PX, WEBP_MAX_SIDE_PX } from '#contract/limits.ts'
import { type Canvas, checkHeader, type Decoded, decodeCanvas, openPixels, toPixels } from './canvas.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import { encodeWebp, fitInside, type Size, suitsLossless } from './encode.ts'
import { isLosslessSource, makeOriginal, type PictureMime } from './make-original.ts'
import { type PictureQueue, pictureQueues } from './picture-queue.ts'
import { sharp } from './sharp-engine.ts'
import { discard, type StagedFile, type StagedSource } from './staging.ts'

export interface PrepareOptions {
  stagingDir: string
  /** See `PictureQueue.run`. */
  owner: string
  /** Time limit for all steps of one picture, excluding waiting; default 60. */
  timeLimitSeconds?: number
  /** Defaults to the upload queue. */
  queue?: PictureQueue
}

export type PictureFiles = { origin: StagedFile; medium: StagedFile; small: StagedFile }

export interface PreparedPicture {
  /** Width of one frame of the upright original, in pixels. */
  width: number
  height: number
  animated: boolean
  frames: number
  /** Format of the original; the other two are WebP. */
  mime: PictureMime
  /** Base64 hash of the first frame. */
  thumbhash: string
  /** Versions share a file if one would not be smaller than the next larger one. */
  files: PictureFiles
  /** The decoded small version of a still picture, until `discard`. */
  pixels?: Decoded
}

export const PICTURE_TIME_LIMIT_SECONDS = 60

/** The hash is computed from at most 100 pixels per side. */
const THUMBHASH_SIDE_PX = 100

/** Quality of the medium and small versions, which are viewed at their own size. */
const STILL_QUALITY = { medium: 82, small: 80 }
/** Lower for animations: frames hide one another's artifacts, and most sources have 256 colors. */
const ANIMATION_QUALITY = { medium: 75, small: 75 }

const LOSSY_TYPES = new Set(['jpeg', 'avif'])

interface Work {
  source: StagedSource
  canvas: Canvas
  stagingDir: string
  deadline: Deadline
  mayBeLossless: boolean
}

const isSameSize = (one: Size, other: Size) => one.width === other.width && one.height === other.height

/** Returns true if the original can serve as medium: a WebP that is no larger, and would be encoded in the same way. */
async function servesAsMedium(work: Work, size: Size): Promise<boolean> {
  const { source, canvas, ...common } = work
  if (source.type !== 'webp' || !isSameSize(size, canvas)) return false
  const quality = STILL_QUALITY.medium
  return !(await isLosslessSource(source)) || (await suitsLossless(canvas, size, { ...common, quality }))
}

async function encodeSizes(
  work: Work,
  origin: StagedFile,
  onStaged: (file: StagedFile) => void,
): Promise<PictureFiles> {
  const { source: _, canvas, ...common } = work
  const quality = canvas.frames > 1 ? ANIMATION_QUALITY : STILL_QUALITY
  const encode = async (size: Size, name: keyof typeof quality, mayBeLossless: boolean) => {
    const file = await encodeWebp(canvas, size, { ...common, quality: quality[name], mayBeLossless })
    onStaged(file)
    return file
  }
  const within = (width: number) => fitInside(canvas, { width, height: WEBP_MAX_SIDE_PX })
  const [mediumSize, smallSize] = [within(PICTURE_MEDIUM_WIDTH_PX), within(PICTURE_SMALL_WIDTH_PX)]
  const medium = (await servesAsMedium(work, mediumSize))
    ? origin
    : await encode(mediumSize, 'medium', work.mayBeLossless)
  // Reducing a drawing blends its colors. Then the lossless file is larger, as in 40 of 40 drawings, so do not try.
  const mayBeLossless = work.mayBeLossless && canvas.frames > 1
  const small = isSameSize(smallSize, mediumSize) ? medium : await encode(smallSize, 'small', mayBeLossless)
  return { origin, medium, small }
}

async function thumbhashOf(small: Sharp): Promise<string> {
  const { data, info } = await small
    .resize({ width: THUMBHASH_SIDE_PX, height: THUMBHASH_SIDE_PX, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

async function describe(files: PictureFiles, { source, canvas }: Work): Promise<PreparedPicture> {
  const { width, height } = canvas
  const common = { width, height, mime: `image/${source.type}`, files } as const
  const small = sharp(files.small.path)
  // Read from the result, since the encoder merges equal frames and may produce a still picture.
  const frames = canvas.frames > 1 ? ((await small.metadata()).pages ?? 1) : 1
  if (frames > 1) return { ...common, animated: true, frames, thumbhash: await thumbhashOf(small) }
  const pixels = await toPixels(small)
  const thumbhash = await thumbhashOf(openPixels(pixels.data, pixels.info))
  return { ...common, animated: false, frames, thumbhash, pixels }
}

/**
 * Makes the three versions of a picture, upright, in sRGB, without metadata; animations stay animated. The original retains its
 * format; medium (at most 1080 px wide) and small (at most 480 px) are WebP, narrower if they would exceed WebP's maximum
 * height. Decodes once, within the limits. The caller discards the source; on failure no other files remain.
 * @throws PictureError `image.tooManyPixels`, `image.tooLong`, `image.tooManyFrames`, `image.undecodable`, `image.tooSlow`,
 * `image.busy`
 */
export async function preparePicture(source: StagedSource, options: PrepareOptions): Promise<PreparedPicture> {
  const { stagingDir, owner, timeLimitSeconds = PICTURE_TIME_LIMIT_SECONDS, queue = pictureQueues.upload } = options
  const claim = await checkHeader(source, { still: false })
  return queue.run(owner, claim.pixels, async () => {
    const deadline = startDeadline(timeLimitSeconds)
    const canvas = await decodeCanvas(source, claim, { stagingDir, deadline })
    const staged: StagedFile[] = []
    try {
      const work = { source, canvas, stagingDir, deadline, mayBeLossless: !LOSSY_TYPES.has(source.type) }
      const origin = await makeOriginal(source, claim, canvas, { stagingDir, deadline })
      staged.push(origin)
      const files = await encodeSizes(work, origin, (file) => staged.push(file))
      return await describe(files, work)
    } catch (error) {
      await Promise.all(staged.map(discard))
      throw error
    } finally {
      await discard(canvas)
    }
  })
}
