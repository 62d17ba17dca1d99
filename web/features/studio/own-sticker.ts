import { decode } from './load-source.ts'

const SIDE_MAX_PX = 512

/** Returns a sticker's picture as a data URL of at most 512 pixels a side, which fits into a draft. Throws for other files. */
export async function ownStickerSource(file: Blob): Promise<string> {
  const picture = await decode(file, SIDE_MAX_PX)
  const canvas = document.createElement('canvas')
  canvas.width = picture.width
  canvas.height = picture.height
  canvas.getContext('2d')?.drawImage(picture, 0, 0)
  picture.close()
  return canvas.toDataURL('image/png')
}
