import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type PictureQueue, pictureQueue } from './picture-queue.ts'
import { sharp } from './sharp-engine.ts'

/**
 * The first frame of a stored picture as PNG: for readers without WebP support, and for clipboards, which only accept PNG.
 * @param source a path or a stream of a blob made by this adapter, never a raw upload
 */
export async function toPng(
  source: string | Readable,
  { queue = pictureQueue }: { queue?: PictureQueue } = {},
): Promise<Buffer> {
  const picture = typeof source === 'string' ? source : await buffer(source)
  const { width, height } = await sharp(picture).metadata()
  return queue.run(width * height, () => sharp(picture).png().toBuffer())
}
