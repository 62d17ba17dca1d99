import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { toSharePicture } from '#server/platform/images/to-share-picture.ts'
import { mediaKeyOf } from '#server/platform/media-path.ts'
import { ANY_VISITOR, type Visitor } from '#server/platform/viewer.ts'
import { queueOwner } from '#server/platform/viewer-key.ts'
import { getMeme } from '../memes/get-meme.ts'
import { isSensitive } from './meme-facts.ts'
import { SHARE_PICTURE_MAX_BYTES, shareSize } from './share-picture-size.ts'

const CACHE_MAX_BYTES = 24_000_000

export interface SharePicture {
  /** Name of the source picture in storage, which changes with its content. */
  key: string
  jpeg: Buffer
}

/**
 * Creates the preview pictures and caches the latest in memory: every chat app fetches a newly shared link within minutes, and
 * none later.
 */
export function createSharePictures(
  deps: Pick<Deps, 'db' | 'blobs' | 'caches'>,
): (visitor: Visitor, memeId: string) => Promise<SharePicture> {
  const cache = deps.caches.open<Buffer>({
    name: 'share-pictures',
    max: CACHE_MAX_BYTES,
    sizeOf: ({ length }) => length,
    topics: [],
  })

  async function make(key: string, owner: string, size: { width: number; height: number }): Promise<Buffer> {
    const stored = await deps.blobs.read(key)
    if (!stored) throw new AppError('meme.notFound')
    return toSharePicture(stored.stream, { size, owner, maxBytes: SHARE_PICTURE_MAX_BYTES })
  }

  return async (visitor, memeId) => {
    const meme = await getMeme(deps, ANY_VISITOR, memeId)
    if (isSensitive(meme)) throw new AppError('meme.notFound')
    const key = mediaKeyOf(meme.image.imageMedium)
    return { key, jpeg: await cache.fetch(key, () => make(key, queueOwner(visitor), shareSize(meme.image))) }
  }
}
