import { PICTURE_SMALL_WIDTH_PX } from '#contract/limits.ts'
import { checkHeader, type Decoded, decodeCanvas, decodeShrunk, openFrame, toShrunkPixels } from './canvas.ts'
import { startDeadline } from './deadline.ts'
import { pictureQueues } from './picture-queue.ts'
import { discard, type StagedSource } from './staging.ts'

const TIME_LIMIT_SECONDS = 20

interface ShrinkOptions {
  stagingDir: string
  /** See `PictureQueue.run`. */
  owner: string
}

/**
 * Returns the pixels of one frame (of an animation, the middle one) of an untrusted picture, at most as wide as the small version.
 * For analysis only, in a separate queue from uploads. The caller discards the source; no other files remain.
 * @throws PictureError `image.tooManyPixels`, `image.tooManyFrames`, `image.undecodable`, `image.tooSlow`, `image.busy`
 */
export async function shrinkPicture(source: StagedSource, { stagingDir, owner }: ShrinkOptions): Promise<Decoded> {
  const claim = await checkHeader(source, { still: false })
  const width = PICTURE_SMALL_WIDTH_PX
  const work = async () => {
    const deadline = startDeadline(TIME_LIMIT_SECONDS)
    // Shrinking 16-bit values before they are rounded would give other colors.
    if (claim.frames === 1 && claim.header.depth === 'uchar') return decodeShrunk(source, claim, { width, deadline })
    const canvas = await decodeCanvas(source, claim, { stagingDir, deadline })
    try {
      const frame = openFrame(canvas, Math.floor(canvas.frames / 2))
      return await toShrunkPixels(frame.timeout({ seconds: deadline.secondsLeft() }), width)
    } finally {
      await discard(canvas)
    }
  }
  return pictureQueues.search.run(owner, claim.pixels, work)
}
