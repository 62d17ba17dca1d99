import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { toSharePicture } from '#server/platform/images/to-share-picture.ts'
import { type Visitor, visitorIn } from '#server/platform/viewer.ts'
import { queueOwner } from '#server/platform/viewer-key.ts'
import { getMeme } from '../memes/get-meme.ts'
import { isSensitive } from './meme-facts.ts'
import { SHARE_PICTURE_MAX_BYTES, shareSize } from './share-picture-size.ts'

const KEPT_MAX_BYTES = 24_000_000

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
  deps: Pick<Deps, 'db' | 'blobs'>,
): (visitor: Visitor, memeId: string) => Promise<SharePicture> {
  const kept = new Map<string, Buffer>()
  const making = new Map<string, Promise<Buffer>>()
  let bytes = 0

  function keep(key: string, jpeg: Buffer): void {
    kept.set(key, jpeg)
    bytes += jpeg.length
    for (const [oldest, { length }] of kept) {
      if (bytes <= KEPT_MAX_BYTES) break
      kept.delete(oldest)
      bytes -= length
    }
  }

  async function make(key: string, owner: string, size: { width: number; height: number }): Promise<Buffer> {
    const stored = await deps.blobs.read(key)
    if (!stored) throw new AppError('meme.notFound')
    const jpeg = await toSharePicture(stored.stream, { size, owner, maxBytes: SHARE_PICTURE_MAX_BYTES })
    if (!kept.has(key)) keep(key, jpeg)
    return jpeg
  }

  return async (visitor, memeId) => {
    const meme = await getMeme(deps, visitorIn('en'), memeId)
    if (isSensitive(meme)) throw new AppError('meme.notFound')
    const key = meme.image.imageMedium.replace(/^.*\//, '')
    const known = kept.get(key)
    if (known) return { key, jpeg: known }
    const running =
      making.get(key) ?? make(key, queueOwner(visitor), shareSize(meme.image)).finally(() => making.delete(key))
    making.set(key, running)
    return { key, jpeg: await running }
  }
}
