import type { Tx } from '#server/db/db.ts'
import { AppError } from '#server/errors.ts'
import { addToMemesCount } from '../users/count-memes.ts'
import { lockMeme, type MemeRow } from './queries.ts'
import {
  blockFiles,
  findFilesOf,
  findSamePicture,
  hideUnseenFiles,
  lockFiles,
  setHidden,
  setRemoved,
  unblockFiles,
} from './take-down-queries.ts'

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
  await hideUnseenFiles(tx, files)
  return { meme, sameAs: await findSamePicture(tx, id, files) }
}

/** Shows a removed meme again, unless its author is suspended: then when that ends. Throws meme.notFound when there is none, or it was not removed. */
export async function reinstateMeme(tx: Tx, id: string): Promise<MemeRow> {
  const meme = await lockMeme(tx, id)
  if (meme?.status !== 'removed') throw new AppError('meme.notFound')
  await setRemoved(tx, id, null)
  if (meme.user_id && meme.deleted_at === null) await addToMemesCount(tx, meme.user_id, 1, meme.created_at)
  const files = filesOf(meme)
  await lockFiles(tx, files)
  await unblockFiles(tx, files)
  await hideUnseenFiles(tx, files)
  return meme
}

/** Takes all memes of a member out of sight while they are suspended, or shows them again; their files and avatar likewise. */
export async function hideMemesOf(tx: Tx, userId: string, isHidden: boolean): Promise<void> {
  await setHidden(tx, userId, isHidden)
  const files = await findFilesOf(tx, userId)
  await lockFiles(tx, files)
  await hideUnseenFiles(tx, files)
}
