import type { Tx } from '#server/db/db.ts'
import { addMemesCount } from '../users/accounts.ts'
import { lockMeme, type MemeRow, setScore, setSensitiveByModerator } from './queries.ts'
import { setInReview, setReviewed } from './review-queries.ts'
import { filesOf } from './take-down.ts'
import { hideUnseenFiles, lockFiles } from './take-down-queries.ts'

/** The meme, locked against decisions of others; undefined if there is none, or its owner has deleted it. */
export async function lockForDecision(tx: Tx, id: string): Promise<MemeRow | undefined> {
  const meme = await lockMeme(tx, id)
  return meme?.deleted_at === null ? meme : undefined
}

/** Shows a meme in review to everybody. It must be locked. */
export async function endReview(tx: Tx, meme: MemeRow): Promise<void> {
  await setReviewed(tx, meme.id)
  if (meme.user_id) await addMemesCount(tx, meme.user_id, 1)
  await lockFiles(tx, filesOf(meme))
  await hideUnseenFiles(tx, filesOf(meme))
}

/** Makes a visible meme wait for a moderator. It must be locked. */
export async function holdForReview(tx: Tx, meme: MemeRow): Promise<void> {
  await returnToReview(tx, meme)
  await lockFiles(tx, filesOf(meme))
  await hideUnseenFiles(tx, filesOf(meme))
}

/** Keeps what the model says of a picture. The meme must be locked. */
export const keepScore = (tx: Tx, meme: MemeRow, score: number, isSensitive: boolean) =>
  setScore(tx, meme.id, score, isSensitive)

/** Takes `endReview` back. */
export async function returnToReview(tx: Tx, meme: MemeRow): Promise<void> {
  await setInReview(tx, meme.id)
  if (meme.user_id) await addMemesCount(tx, meme.user_id, -1)
}

/** Marks a meme as sensitive or takes any mark away. It must be locked. */
export const markSensitive = (tx: Tx, meme: MemeRow, sensitive: boolean) =>
  setSensitiveByModerator(tx, meme.id, sensitive)
