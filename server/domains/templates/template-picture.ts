import { buffer } from 'node:stream/consumers'
import type { Stroke } from '#contract/templates/apply-repair.ts'
import { hasRatio } from '#contract/templates/has-ratio.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { pictureQueues } from '#server/platform/images/picture-queue.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { queueOwner } from '#server/platform/viewer-key.ts'
import { type ComposedPicture, composePicture } from './compose-picture.ts'
import { findStoredPicture, findTemplatePictures, type TemplatePictureRow } from './picture-queries.ts'

/** Maximum number of pictures from which a background is composed. */
const PICTURES_MAX = 9
const CACHED_MAX = 24

export interface TemplatePicture extends ComposedPicture {
  /** Identifies the memes that it was made from. */
  version: string
}

/**
 * Returns the picture of a template without captions: the stored one, or one composed now from the memes that the viewer may see.
 * @throws AppError `template.notFound` if no such meme is left; PictureError `image.busy`
 */
export async function templatePicture(
  deps: Pick<Deps, 'db' | 'blobs' | 'caches'>,
  viewer: Viewer,
  id: string,
): Promise<TemplatePicture> {
  const stored = await findStoredPicture(deps.db, viewer, id)
  const file = stored && (await deps.blobs.read(stored.key))
  if (file) return { bytes: await buffer(file.stream), isComplete: stored.isComplete, version: stored.key }
  const rows = await findSources(deps, viewer, id)
  const version = rows.map((row) => `${row.blob_medium} ${row.picture_words.length}`).join(' ')
  // Keyed by the source memes, so that a picture is no longer shown once one of them is deleted or hidden.
  const cache = deps.caches.open<TemplatePicture>({ name: 'template-pictures', max: CACHED_MAX, topics: [] })
  return cache.fetch(version, async () => {
    const composed = await composeFrom(deps, rows, queueOwner(viewer))
    if (!composed) throw new AppError('template.notFound')
    return { ...composed, version }
  })
}

/** Returns the memes of a template from which its picture is composed, in order. */
export async function findSources(deps: Pick<Deps, 'db'>, viewer: Viewer, id: string): Promise<TemplatePictureRow[]> {
  return sameShape(await findTemplatePictures(deps.db, viewer, id, PICTURES_MAX * 2)).slice(0, PICTURES_MAX)
}

/** Returns the pictures with the most common aspect ratio, in order. */
function sameShape(rows: readonly TemplatePictureRow[]): TemplatePictureRow[] {
  const groups = rows.map((one) => rows.filter((row) => hasRatio(row, one.width / one.height)))
  return groups.reduce<TemplatePictureRow[]>((largest, group) => (group.length > largest.length ? group : largest), [])
}

/**
 * Composes a picture; null if no file is left.
 * @param owner as for `PictureQueue.run`
 * @param options as for `composePicture`; repairs by the file of their pixels
 * @throws PictureError `image.busy`
 */
export async function composeFrom(
  deps: Pick<Deps, 'blobs'>,
  rows: readonly TemplatePictureRow[],
  owner: string,
  { name, repairs = [] }: { name?: string; repairs?: readonly { stroke: Stroke; file: string | null }[] } = {},
): Promise<ComposedPicture | null> {
  const [first] = rows
  if (!first) return null
  return pictureQueues.preview.run(owner, first.width * first.height, async () => {
    const pictures = []
    for (const { blob_medium, picture_words } of rows) {
      const bytes = await read(deps, blob_medium)
      if (bytes) pictures.push({ bytes, words: picture_words })
    }
    if (pictures.length === 0) return null
    return composePicture(pictures, {
      ...(name ? { name } : {}),
      repairs: repairs.map(({ stroke, file }) => ({ stroke, ...(file && { read: () => read(deps, file) }) })),
    })
  })
}

async function read(deps: Pick<Deps, 'blobs'>, key: string): Promise<Buffer | undefined> {
  const blob = await deps.blobs.read(key)
  return blob ? buffer(blob.stream) : undefined
}
