import { rgbaToThumbHash } from 'thumbhash'
import { PICTURE_MEDIUM_WIDTH_PX, PICTURE_SMALL_WIDTH_PX } from '#contract/limits.ts'
import { type Canvas, decodeCanvas, readClaim } from './canvas.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import { encodeWebp, fitInside, type Size, WEBP_MAX_SIDE_PX } from './encode.ts'
import { type PictureQueue, pictureQueue } from './picture-queue.ts'
import { sharp } from './sharp-engine.ts'
import { discard, type StagedFile, type StagedSource } from './staging.ts'

export interface PrepareOptions {
  stagingDir: string
  /** For one picture, all steps together, waiting not included; 60 when left out. */
  timeLimitSeconds?: number
  /** The process's own when left out. */
  queue?: PictureQueue
}

export type PictureFiles = { origin: StagedFile; medium: StagedFile; small: StagedFile }

export interface PreparedPicture {
  /** Of one frame of the origin, upright, in pixels. */
  width: number
  height: number
  animated: boolean
  frames: number
  mime: 'image/webp'
  /** Base64, of the first frame. */
  thumbhash: string
  /** A size that would not be smaller than the next larger one is the same file. */
  files: PictureFiles
}

export const PICTURE_TIME_LIMIT_SECONDS = 60

/** The hash is made of a hundred pixels a side at most. */
const THUMBHASH_SIDE_PX = 100

/**
 * The origin is what people open, copy and download, and may come back as somebody's next upload: 90 stands several
 * rounds without a visible trace. The other two are looked at once, at their size.
 */
const STILL_QUALITY = { origin: 90, medium: 82, small: 80 }
/** Frames hide each other's faults, and most of them come from 256 colours. */
const ANIMATION_QUALITY = { origin: 80, medium: 75, small: 75 }

const LOSSY_TYPES = new Set(['jpeg', 'avif'])

interface Work {
  canvas: Canvas
  stagingDir: string
  deadline: Deadline
  mayBeLossless: boolean
}

async function encodeSizes(work: Work, onStaged: (file: StagedFile) => void): Promise<PictureFiles & { size: Size }> {
  const { canvas, ...common } = work
  const quality = canvas.frames > 1 ? ANIMATION_QUALITY : STILL_QUALITY
  const encode = async (size: Size, name: keyof PictureFiles, larger?: { size: Size; file: StagedFile }) => {
    if (larger && larger.size.width === size.width && larger.size.height === size.height) return larger
    const file = await encodeWebp(canvas, size, { ...common, quality: quality[name] })
    onStaged(file)
    return { size, file }
  }
  const originSize = fitInside(canvas, { width: WEBP_MAX_SIDE_PX, height: WEBP_MAX_SIDE_PX })
  const within = (width: number) => fitInside(originSize, { width, height: WEBP_MAX_SIDE_PX })
  const origin = await encode(originSize, 'origin')
  const medium = await encode(within(PICTURE_MEDIUM_WIDTH_PX), 'medium', origin)
  const small = await encode(within(PICTURE_SMALL_WIDTH_PX), 'small', medium)
  return { origin: origin.file, medium: medium.file, small: small.file, size: originSize }
}

async function thumbhashOf(small: StagedFile): Promise<string> {
  const { data, info } = await sharp(small.path)
    .resize({ width: THUMBHASH_SIDE_PX, height: THUMBHASH_SIDE_PX, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

async function describe({ size, ...files }: PictureFiles & { size: Size }): Promise<PreparedPicture> {
  // Asked of the result: the encoder joins frames that are alike, and two equal frames make a still picture.
  const frames = (await sharp(files.origin.path).metadata()).pages ?? 1
  const thumbhash = await thumbhashOf(files.small)
  return { ...size, animated: frames > 1, frames, mime: 'image/webp', thumbhash, files }
}

/**
 * Makes the three sizes of a picture: origin (as large as it came), medium (at most 1080 px wide) and small (at most
 * 480 px), WebP, upright, in sRGB, with no metadata of any kind; what moves keeps moving. Decodes once, under the budget of
 * the limits. The source stays the caller's to discard; on failure nothing else is left.
 * @throws PictureError `image.tooManyPixels`, `image.tooManyFrames`, `image.undecodable`, `image.tooSlow`, `image.busy`
 */
export async function preparePicture(source: StagedSource, options: PrepareOptions): Promise<PreparedPicture> {
  const { stagingDir, timeLimitSeconds = PICTURE_TIME_LIMIT_SECONDS, queue = pictureQueue } = options
  const claim = await readClaim(source, { still: false })
  return queue.run(claim.pixels, async () => {
    const deadline = startDeadline(timeLimitSeconds)
    const canvas = await decodeCanvas(source, claim, { stagingDir, deadline })
    const staged: StagedFile[] = []
    try {
      const work = { canvas, stagingDir, deadline, mayBeLossless: !LOSSY_TYPES.has(source.type) }
      return await describe(await encodeSizes(work, (file) => staged.push(file)))
    } catch (error) {
      await Promise.all(staged.map(discard))
      throw error
    } finally {
      await discard(canvas)
    }
  })
}
