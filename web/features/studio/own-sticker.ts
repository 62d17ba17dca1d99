import { decode } from './load-source.ts'

const SIDE_PX = 512

/** Returns a sticker's picture as a data URL of at most 512 pixels a side, which fits into a draft. Throws for other files. */
export async function ownStickerSource(file: Blob): Promise<string> {
  const picture = await decode(file)
  const scale = Math.min(1, SIDE_PX / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return canvas.toDataURL('image/png')
}
