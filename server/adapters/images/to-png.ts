import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type PictureQueue, pictureQueue } from './picture-queue.ts'
import { sharp } from './sharp-engine.ts'

/**
 * The first frame of a stored picture as PNG: for what reads no WebP, and for clipboards, which take PNG alone.
 * @param source a path, or the bytes of a blob as they are read; a picture that this adapter made, never raw uploads
 */
export async function toPng(
  source: string | Readable,
  { queue = pictureQueue }: { queue?: PictureQueue } = {},
): Promise<Buffer> {
  const picture = typeof source === 'string' ? source : await buffer(source)
  const { width, height } = await sharp(picture).metadata()
  return queue.run(width * height, () => sharp(picture).png().toBuffer())
}
