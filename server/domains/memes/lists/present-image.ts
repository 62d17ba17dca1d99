import type { Selectable } from 'kysely'
import type { Meme } from '#contract/memes/memes.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { mediaPath } from '#server/platform/media-path.ts'

export type MemePicture = Pick<
  Selectable<Tables['memes']>,
  'blob_origin' | 'blob_medium' | 'blob_small' | 'width' | 'height' | 'thumbhash' | 'animated' | 'mime'
>

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
