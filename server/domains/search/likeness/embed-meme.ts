import { buffer } from 'node:stream/consumers'
import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { decodeRgb } from '#server/platform/meaning/rgb-picture.ts'
import {
  createMeaningIndex,
  dropOtherMeanings,
  findPictureToEmbed,
  findUnembedded,
  upsertMeaning,
} from './meaning-queries.ts'

type EmbeddingDeps = Pick<Deps, 'db' | 'blobs' | 'log' | 'meaning'>

/**
 * Computes and stores a meme's vector by the operator's model, if missing. Throws if the model fails; records an undecodable
 * picture as such.
 */
export async function embedMeme(deps: EmbeddingDeps, memeId: string): Promise<void> {
  if (!deps.meaning) return
  const key = await findPictureToEmbed(deps.db, memeId, deps.meaning.id)
  if (key === undefined) return
  const blob = await deps.blobs.read(key)
  const picture = blob && (await buffer(blob.stream).then(decodeRgb).catch(passOver(deps, memeId)))
  const vector = picture ? await deps.meaning.embedPicture(picture) : null
  const { id } = deps.meaning
  await withTransaction(deps.db, (tx) => upsertMeaning(tx, memeId, id, vector))
}

/** Logs an undecodable picture and returns null, which is stored so that the picture is not retried at every start. */
function passOver(deps: EmbeddingDeps, memeId: string) {
  return (error: unknown) => {
    deps.log.warn({ err: error, memeId }, 'the picture cannot be embedded')
    return null
  }
}

const BATCH = 32

/**
 * Computes missing vectors in id order until all are done or time is up. At the end it removes the vectors of earlier models.
 * @returns the id to continue after, or null at the end
 */
export async function embedLibrary(
  deps: EmbeddingDeps,
  after: string,
  { forMilliseconds, signal }: { forMilliseconds: number; signal?: AbortSignal },
): Promise<string | null> {
  const { meaning } = deps
  if (!meaning) return null
  const { dimensions } = await meaning.ready()
  await withTransaction(deps.db, (tx) => createMeaningIndex(tx, { id: meaning.id, dimensions }))
  const until = Date.now() + forMilliseconds
  let last = after
  for (;;) {
    const ids = await findUnembedded(deps.db, meaning.id, last, BATCH)
    for (const id of ids) {
      await embedMeme(deps, id)
      last = id
      if (Date.now() >= until || signal?.aborted) return last
    }
    if (ids.length < BATCH) break
  }
  await withTransaction(deps.db, (tx) => dropOtherMeanings(tx, meaning.id))
  return null
}
