import type { Caption, RenderFormat } from '#contract/templates/captions.ts'
import { pictureQueues } from '../../../platform/images/picture-queue.ts'
import { sharp } from '../../../platform/images/sharp-engine.ts'
import { captionsSvg } from './caption-requests.ts'
import { requireDrawable } from './require-drawable.ts'

const JPEG_QUALITY = 90
const WEBP_QUALITY = 90
const TIME_LIMIT_SECONDS = 20

/**
 * Renders a picture with captions.
 * @param picture bytes of a picture made by this server
 * @param owner as for `PictureQueue.run`
 * @throws UndrawableCaptions; PictureError `image.busy`, `image.tooSlow`
 */
export async function renderCaptions(
  picture: Buffer,
  captions: readonly Caption[],
  { format, owner }: { format: RenderFormat; owner: string },
): Promise<Buffer> {
  const { width = 1, height = 1 } = await sharp(picture).metadata()
  return pictureQueues.captions.run(owner, width * height, async () => {
    await requireDrawable(captions)
    const svg = await captionsSvg(captions, { width, height })
    return sharp(picture)
      .flatten({ background: '#fff' })
      .composite([{ input: Buffer.from(svg) }])
      .timeout({ seconds: TIME_LIMIT_SECONDS })
      .toFormat(format, format === 'png' ? {} : { quality: format === 'jpeg' ? JPEG_QUALITY : WEBP_QUALITY })
      .toBuffer()
  })
}
