import type { Meme } from '#contract/memes/memes.ts'
import { mediaPath } from '#server/platform/media-path.ts'

export interface MemePicture {
  blob_origin: string
  blob_medium: string
  blob_small: string
  width: number
  height: number
  thumbhash: string
  animated: boolean
  mime: string
}

export function presentImage(row: MemePicture): Meme['image'] {
  return {
    imageOrigin: mediaPath(row.blob_origin),
    imageMedium: mediaPath(row.blob_medium),
    imageSmall: mediaPath(row.blob_small),
    width: row.width,
    height: row.height,
    thumbhash: row.thumbhash,
    animated: row.animated,
    mime: row.mime,
  }
}
