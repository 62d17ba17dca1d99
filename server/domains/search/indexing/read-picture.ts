import { buffer } from 'node:stream/consumers'
import { READ_VERSION } from '#reader/read-version.ts'
import { describeImage, VISUAL_VERSION } from '#server/domains/search/likeness/descriptor/visual.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { upsertVisualDescriptor } from '../likeness/queries.ts'
import { findPictureToRead } from '../queries.ts'
import { rewriteMemeTexts, storePictureWords } from './text-queries.ts'
import { trustTyped } from './trust-typed.ts'

/** Updates a meme's picture data: words, vector and fingerprint. Idempotent: skips data that is current, and deleted memes. */
export async function readPicture(deps: Pick<Deps, 'db' | 'blobs' | 'reader'>, memeId: string): Promise<void> {
  const meme = await findPictureToRead(deps.db, memeId)
  if (!meme) return
  const picture = deps.reader && meme.readVersion < READ_VERSION ? await load(deps, meme.medium) : null
  const words = picture && deps.reader ? await deps.reader.read(picture) : null
  const small = meme.visualVersion < VISUAL_VERSION ? await load(deps, meme.small) : null
  const descriptors = small && (await describeImage(small))
  await withTransaction(deps.db, async (tx) => {
    // Locks the row, so that the meme cannot be deleted in the meantime.
    if (!(await findPictureToRead(tx, memeId, { lock: true }))) return
    if (descriptors) await upsertVisualDescriptor(tx, memeId, descriptors)
    if (words) await storePictureWords(tx, memeId, trustTyped(words, meme.typedWords ?? []), READ_VERSION)
    await rewriteMemeTexts(tx, memeId)
  })
}

async function load(deps: Pick<Deps, 'blobs'>, key: string): Promise<Buffer | null> {
  const blob = await deps.blobs.read(key)
  return blob && buffer(blob.stream)
}
