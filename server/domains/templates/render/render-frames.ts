import type { Caption, FrameFormat } from '#contract/templates/captions.ts'
import { checkHeader, decodeCanvas, openCanvas, openFrame } from '../../../platform/images/canvas.ts'
import { isTimeout, startDeadline } from '../../../platform/images/deadline.ts'
import { PictureError } from '../../../platform/images/picture-error.ts'
import { pictureQueues } from '../../../platform/images/picture-queue.ts'
import { sharp } from '../../../platform/images/sharp-engine.ts'
import { discard, type StagedSource } from '../../../platform/images/staging.ts'
import { captionsSvg } from './caption-requests.ts'
import { requireDrawable } from './require-drawable.ts'

const TIME_LIMIT_SECONDS = 60
/** Fast encoder settings, because an animation has hundreds of frames. */
const ENCODING = {
  gif: { effort: 3 },
  webp: { quality: 85, effort: 2 },
  png: {},
  jpeg: { quality: 90 },
} as const satisfies Record<FrameFormat, object>

/**
 * Renders a picture with captions on each of its frames; the delays of frames stay unchanged. PNG and JPEG get only the first
 * frame. The caller must discard `source`; no other file remains in staging.
 * @param owner as for `PictureQueue.run`
 * @throws UndrawableCaptions; PictureError as `preparePicture` does
 */
export async function renderFrames(
  source: StagedSource,
  captions: readonly Caption[],
  format: FrameFormat,
  { stagingDir, owner }: { stagingDir: string; owner: string },
): Promise<Buffer> {
  const still = format === 'png' || format === 'jpeg'
  const claim = await checkHeader(source, { still })
  return pictureQueues.captions.run(owner, claim.pixels, async () => {
    await requireDrawable(captions)
    const deadline = startDeadline(TIME_LIMIT_SECONDS)
    const canvas = await decodeCanvas(source, claim, { stagingDir, deadline })
    try {
      const overlay = await sharp(Buffer.from(await captionsSvg(captions, canvas)))
        .png({ compressionLevel: 1 })
        .toBuffer()
      const frames = still ? openFrame(canvas, 0) : openCanvas(canvas)
      const flat = format === 'jpeg' ? frames.flatten({ background: '#fff' }) : frames
      return await flat
        // Frames are stacked vertically, and the overlay is as high as one frame.
        .composite([{ input: overlay, tile: true, gravity: 'northwest' }])
        .timeout({ seconds: deadline.secondsLeft() })
        .toFormat(format, ENCODING[format])
        .toBuffer()
    } catch (error) {
      throw isTimeout(error) ? new PictureError('image.tooSlow', { cause: error }) : error
    } finally {
      await discard(canvas)
    }
  })
}
