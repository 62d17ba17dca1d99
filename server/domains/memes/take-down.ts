import type { Tx } from '#server/db/db.ts'
import { AppError } from '#server/errors.ts'
import { addToMemesCount } from '../users/count-memes.ts'
import { lockMeme, type MemeRow } from './queries.ts'
import { blockFiles, findSamePicture, lockFiles, setRemoved, unblockFiles } from './take-down-queries.ts'

export const filesOf = (meme: MemeRow) => [...new Set([meme.blob_origin, meme.blob_medium, meme.blob_small])]

/**
 * Takes a meme out of sight: 410 from here on, its files too. A file that a live meme of somebody shows as well stays until
 * that one is removed. Answers the meme, and the ids of those others. Throws meme.notFound, also when removed already.
 */
export async function takeDownMeme(tx: Tx, id: string, reason: string): Promise<{ meme: MemeRow; sameAs: string[] }> {
  const meme = await lockMeme(tx, id)
  if (!meme || meme.status === 'removed') throw new AppError('meme.notFound')
  await setRemoved(tx, id, { at: new Date(), reason })
  if (meme.user_id && meme.deleted_at === null) await addToMemesCount(tx, meme.user_id, -1, meme.created_at)
  const files = filesOf(meme)
  await lockFiles(tx, files)
  await blockFiles(tx, files)
  return { meme, sameAs: await findSamePicture(tx, id, files) }
}

/** Shows a removed meme again. Throws meme.notFound when there is none, or it was not removed. */
export async function bringBackMeme(tx: Tx, id: string): Promise<MemeRow> {
  const meme = await lockMeme(tx, id)
  if (meme?.status !== 'removed') throw new AppError('meme.notFound')
  await setRemoved(tx, id, null)
  if (meme.user_id && meme.deleted_at === null) await addToMemesCount(tx, meme.user_id, 1, meme.created_at)
  await unblockFiles(tx, filesOf(meme))
  return meme
}
