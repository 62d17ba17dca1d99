import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { AVATAR_MAX_BYTES } from '#contract/limits.ts'
import { type Canvas, checkHeader, decodeCanvas, openFrame } from './canvas.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import { pictureQueues } from './picture-queue.ts'
import { PICTURE_TIME_LIMIT_SECONDS, type PrepareOptions } from './prepare-picture.ts'
import { discard, receivePicture, type StagedFile, type StagedSource, stageFinished, stagingPath } from './staging.ts'

export interface PreparedAvatar {
  files: { large: StagedFile; small: StagedFile }
}

const LARGE_SIDE_PX = 512
const SMALL_SIDE_PX = 128
const QUALITY = 85

/**
 * Like `receivePicture`, with an avatar's limits. @throws PictureError `image.avatarTooLarge` above 5 MB, and those of
 * receivePicture
 */
export async function receiveAvatar(
  source: AsyncIterable<Buffer> | Readable,
  { stagingDir }: { stagingDir: string },
): Promise<StagedSource> {
  return receivePicture(source, { stagingDir, maxBytes: AVATAR_MAX_BYTES, tooLargeCode: 'image.avatarTooLarge' })
}

async function cropSquare(canvas: Canvas, side: number, stagingDir: string, deadline: Deadline): Promise<StagedFile> {
  const target = await stagingPath(stagingDir, 'webp')
  const width = Math.min(side, canvas.width, canvas.height)
  try {
    await openFrame(canvas, 0)
      .resize({ width, height: width, fit: 'cover' })
      .webp({ quality: QUALITY, effort: 4, smartSubsample: true })
      .timeout({ seconds: deadline.secondsLeft() })
      .toFile(target)
    return await stageFinished(target, 'webp', 'image/webp')
  } catch (error) {
    await rm(target, { force: true })
    throw error
  }
}

/**
 * Makes the two sizes of an avatar: the center square of the first frame as WebP, at most 512 and 128 px per side. The caller
 * discards the source; on failure no other files remain.
 * @throws PictureError as `preparePicture`
 */
export async function prepareAvatar(source: StagedSource, options: PrepareOptions): Promise<PreparedAvatar> {
  const { stagingDir, owner, timeLimitSeconds = PICTURE_TIME_LIMIT_SECONDS, queue = pictureQueues.upload } = options
  const claim = await checkHeader(source, { still: true })
  return queue.run(owner, claim.pixels, async () => {
    const deadline = startDeadline(timeLimitSeconds)
    const canvas = await decodeCanvas(source, claim, { stagingDir, deadline })
    const staged: StagedFile[] = []
    try {
      const large = await cropSquare(canvas, LARGE_SIDE_PX, stagingDir, deadline)
      staged.push(large)
      const small = await cropSquare(canvas, SMALL_SIDE_PX, stagingDir, deadline)
      return { files: { large, small } }
    } catch (error) {
      await Promise.all(staged.map(discard))
      throw error
    } finally {
      await discard(canvas)
    }
  })
}
