import { buffer } from 'node:stream/consumers'
import { TEMPLATE_PICTURE_MAX_PX } from '#contract/limits.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { alignedPictures, combinePictures, distinctPictures } from '#server/platform/images/combine-pictures.ts'
import { pictureQueues } from '#server/platform/images/picture-queue.ts'
import { sharp } from '#server/platform/images/sharp-engine.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { queueOwner } from '#server/platform/viewer-key.ts'
import { findTemplatePictures, type TemplatePictureRow } from './picture-queries.ts'

/** Maximum number of pictures from which a background is composed. */
const PICTURES_MAX = 9
/** Maximum difference in aspect ratio; other pictures are cropped differently or have a bar. */
const RATIO_TOLERANCE = 0.02
const CACHED_MAX = 24
const QUALITY = 92

export interface TemplatePicture {
  /** The picture as WebP. */
  bytes: Buffer
  /** Identifies the memes that it was made from. */
  version: string
  isComplete: boolean
}

/**
 * Returns the picture of a template without captions, composed from the memes that the viewer may see.
 * @throws AppError `template.notFound` if no such meme is left; PictureError `image.busy`
 */
export async function templatePicture(
  deps: Pick<Deps, 'db' | 'blobs' | 'caches'>,
  viewer: Viewer,
  id: string,
): Promise<TemplatePicture> {
  const found = await findTemplatePictures(deps.db, viewer, id, PICTURES_MAX * 2)
  const rows = sameShape(found).slice(0, PICTURES_MAX)
  const [first] = rows
  if (!first) throw new AppError('template.notFound')
  const version = rows.map((row) => `${row.blob_medium} ${row.picture_words.length}`).join(' ')
  // Keyed by the source memes, so that a picture is no longer shown once one of them is deleted or hidden.
  const cache = deps.caches.open<TemplatePicture>({ name: 'template-pictures', max: CACHED_MAX, topics: [] })
  return cache.fetch(version, async () => {
    const render = () => make(deps, rows, version)
    const made = await pictureQueues.preview.run(queueOwner(viewer), first.width * first.height, render)
    if (!made) throw new AppError('template.notFound')
    return made
  })
}

/** Returns the pictures with the most common aspect ratio, in order. */
function sameShape(rows: readonly TemplatePictureRow[]): TemplatePictureRow[] {
  const ratio = (row: TemplatePictureRow) => row.width / row.height
  const groups = rows.map((one) => rows.filter((row) => Math.abs(ratio(row) / ratio(one) - 1) <= RATIO_TOLERANCE))
  return groups.reduce<TemplatePictureRow[]>((largest, group) => (group.length > largest.length ? group : largest), [])
}

async function make(
  deps: Pick<Deps, 'blobs'>,
  rows: readonly TemplatePictureRow[],
  version: string,
): Promise<TemplatePicture | null> {
  let size: { width: number; height: number } | undefined
  const pictures = []
  for (const row of rows) {
    const blob = await deps.blobs.read(row.blob_medium)
    if (!blob) continue
    const decoded = await sharp(await buffer(blob.stream))
      .flatten({ background: '#fff' })
      .resize(
        size
          ? { ...size, fit: 'fill' }
          : {
              width: TEMPLATE_PICTURE_MAX_PX,
              height: TEMPLATE_PICTURE_MAX_PX,
              fit: 'inside',
              withoutEnlargement: true,
            },
      )
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    size ??= { width: decoded.info.width, height: decoded.info.height }
    pictures.push({ data: new Uint8Array(decoded.data), words: row.picture_words })
  }
  if (!size) return null
  const combined = await combinePictures(distinctPictures(alignedPictures(pictures)), size)
  const bytes = await sharp(combined.data, { raw: { ...size, channels: 3 } })
    .webp({ quality: QUALITY })
    .toBuffer()
  return { bytes, version, isComplete: combined.isComplete }
}
