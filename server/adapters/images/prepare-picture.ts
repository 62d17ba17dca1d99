import { rgbaToThumbHash } from 'thumbhash'
import { PICTURE_MEDIUM_WIDTH_PX, PICTURE_SMALL_WIDTH_PX, WEBP_MAX_SIDE_PX } from '#contract/limits.ts'
import { type Canvas, decodeCanvas, readClaim } from './canvas.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import { encodeWebp, fitInside, type Size, suitsLossless } from './encode.ts'
import { isLosslessSource, makeOriginal, type PictureMime } from './make-original.ts'
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
  /** Of the original; the other two are WebP. */
  mime: PictureMime
  /** Base64, of the first frame. */
  thumbhash: string
  /** A size that would not be smaller than the next larger one is the same file. */
  files: PictureFiles
}

export const PICTURE_TIME_LIMIT_SECONDS = 60

/** The hash is made of a hundred pixels a side at most. */
const THUMBHASH_SIDE_PX = 100

/** Medium and small are looked at once, at their size. */
const STILL_QUALITY = { medium: 82, small: 80 }
/** Frames hide each other's faults, and most of them come from 256 colours. */
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

/** Whether the original does as its own medium size: a WebP that is no larger, and would be coded in the same way. */
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
  const encode = async (size: Size, name: keyof typeof quality) => {
    const file = await encodeWebp(canvas, size, { ...common, quality: quality[name] })
    onStaged(file)
    return file
  }
  const within = (width: number) => fitInside(canvas, { width, height: WEBP_MAX_SIDE_PX })
  const [mediumSize, smallSize] = [within(PICTURE_MEDIUM_WIDTH_PX), within(PICTURE_SMALL_WIDTH_PX)]
  const medium = (await servesAsMedium(work, mediumSize)) ? origin : await encode(mediumSize, 'medium')
  const small = isSameSize(smallSize, mediumSize) ? medium : await encode(smallSize, 'small')
  return { origin, medium, small }
}

async function thumbhashOf(small: StagedFile): Promise<string> {
  const { data, info } = await sharp(small.path)
    .resize({ width: THUMBHASH_SIDE_PX, height: THUMBHASH_SIDE_PX, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

async function describe(files: PictureFiles, { source, canvas: { width, height } }: Work): Promise<PreparedPicture> {
  // Asked of the result: the encoder joins frames that are alike, and two equal frames make a still picture.
  const frames = (await sharp(files.small.path).metadata()).pages ?? 1
  const thumbhash = await thumbhashOf(files.small)
  return { width, height, animated: frames > 1, frames, mime: `image/${source.type}`, thumbhash, files }
}

/**
 * Makes the three sizes of a picture, upright, in sRGB, with no metadata of any kind; what moves keeps moving. The origin is
 * what was sent, in its own format; medium (at most 1080 px wide) and small (at most 480 px) are WebP, narrower where they
 * would be too long for it. Decodes once, under the budget of the limits. The source stays the caller's to discard; on failure
 * nothing else is left.
 * @throws PictureError `image.tooManyPixels`, `image.tooLong`, `image.tooManyFrames`, `image.undecodable`, `image.tooSlow`, `image.busy`
 */
export async function preparePicture(source: StagedSource, options: PrepareOptions): Promise<PreparedPicture> {
  const { stagingDir, timeLimitSeconds = PICTURE_TIME_LIMIT_SECONDS, queue = pictureQueue } = options
  const claim = await readClaim(source, { still: false })
  return queue.run(claim.pixels, async () => {
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
