import type { Connection } from './connection.ts'
import { type FoundMeme, fetchPicture } from './site-api.ts'

/** Encoding a larger PNG would take seconds. */
const ORIGINAL_MAX_PIXELS = 4_200_000

/**
 * Copies the picture as PNG, of an animation the first frame. Call it in the event handler before any `await`: Firefox then accepts a
 * ClipboardItem with a promise.
 */
export function copyMeme(connection: Connection, { image }: FoundMeme): Promise<void> {
  const isSmall = image.width * image.height <= ORIGINAL_MAX_PIXELS
  const png = fetchPicture(connection, isSmall ? image.imageOrigin : image.imageMedium).then(toPng)
  // The write rejects too.
  png.catch(() => undefined)
  return navigator.clipboard.write([new ClipboardItem({ 'image/png': png })])
}

async function toPng(picture: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(picture)
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
  return canvas.convertToBlob({ type: 'image/png' })
}
