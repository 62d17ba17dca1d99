import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pictureQueues } from './picture-queue.ts'
import { sharp } from './sharp-engine.ts'

const QUALITIES = [82, 70, 55, 40, 25] as const
const TIME_LIMIT_SECONDS = 20

/**
 * Renders the first frame of a stored picture as JPEG on white, in exactly `size`, lowering the quality to stay within
 * `maxBytes`. For chat apps, some of which do not support WebP.
 * @param source a stream of a blob made by this adapter, never a raw upload
 * @param owner as for `PictureQueue.run`
 */
export async function toSharePicture(
  source: Readable,
  { size, maxBytes, owner }: { size: { width: number; height: number }; maxBytes: number; owner: string },
): Promise<Buffer> {
  const picture = await buffer(source)
  const { width, height } = await sharp(picture).metadata()
  return pictureQueues.preview.run(owner, width * height, async () => {
    const pixels = await sharp(picture)
      .resize({ ...size, fit: 'fill' })
      .flatten({ background: '#ffffff' })
      .timeout({ seconds: TIME_LIMIT_SECONDS })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { channels } = pixels.info
    let jpeg: Buffer = Buffer.alloc(0)
    for (const quality of QUALITIES) {
      jpeg = await sharp(pixels.data, { raw: { ...size, channels } })
        .jpeg({ quality, progressive: true })
        .toBuffer()
      if (jpeg.length <= maxBytes) break
    }
    return jpeg
  })
}
