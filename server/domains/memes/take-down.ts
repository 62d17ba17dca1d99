import type { Db, Tx } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockMeme, type MemeRow } from './queries.ts'
import { recountMeme } from './recount-meme.ts'
import {
  blockFiles,
  findFilesOf,
  findSamePicture,
  hideUnseenFiles,
  isSourceBlocked,
  lockFiles,
  setHidden,
  setRemoved,
  unblockFiles,
} from './take-down-queries.ts'
import { publishVisibility } from './visibility.ts'

/** Returns true if exactly this file was the source of a removed meme. */
export const isRemovedSource = (db: Db, sha256: string): Promise<boolean> => isSourceBlocked(db, sha256)

export const filesOf = (meme: MemeRow) => [...new Set([meme.blob_origin, meme.blob_medium, meme.blob_small])]

/**
 * Removes a meme from view: it and its files return 410. A file that another live meme uses stays available until that meme is
 * removed. Returns the meme and the ids of those other memes. Throws meme.notFound, also if already removed.
 */
export async function takeDownMeme(tx: Tx, id: string, reason: string): Promise<{ meme: MemeRow; sameAs: string[] }> {
  const meme = await lockMeme(tx, id)
  if (!meme || meme.status === 'removed') throw new AppError('meme.notFound')
  await recountMeme(tx, meme, await setRemoved(tx, id, { at: new Date(), reason }))
  await publishVisibility(tx)
  const files = filesOf(meme)
  await lockFiles(tx, files)
  await blockFiles(tx, files)
  await hideUnseenFiles(tx, files)
  return { meme, sameAs: await findSamePicture(tx, id, files) }
}

/**
 * Restores a removed meme. If its creator is suspended, it reappears when the suspension ends. Throws meme.notFound if there is
 * none or it was not removed.
 */
export async function reinstateMeme(tx: Tx, id: string): Promise<MemeRow> {
  const meme = await lockMeme(tx, id)
  if (meme?.status !== 'removed') throw new AppError('meme.notFound')
  await recountMeme(tx, meme, await setRemoved(tx, id, null))
  await publishVisibility(tx)
  const files = filesOf(meme)
  await lockFiles(tx, files)
  await unblockFiles(tx, files)
  await hideUnseenFiles(tx, files)
  return meme
}

/** Hides or shows all memes, files and the avatar of a suspended member. */
export async function hideMemesOf(tx: Tx, userId: string, isHidden: boolean): Promise<void> {
  await setHidden(tx, userId, isHidden)
  await publishVisibility(tx)
  const files = await findFilesOf(tx, userId)
  await lockFiles(tx, files)
  await hideUnseenFiles(tx, files)
}
