import type { Tx } from '#server/platform/db/db.ts'
import { lockMeme, type MemeRow, setScore, setSensitiveByModerator } from './queries.ts'
import { recountMeme } from './recount-meme.ts'
import { setInReview, setReviewed } from './review-queries.ts'
import { filesOf } from './take-down.ts'
import { hideUnseenFiles, lockFiles } from './take-down-queries.ts'
import { publishVisibility } from './visibility.ts'

/** Returns the meme, locked against concurrent decisions; undefined if it does not exist or its owner has deleted it. */
export async function lockForDecision(tx: Tx, id: string): Promise<MemeRow | undefined> {
  const meme = await lockMeme(tx, id)
  return meme?.deleted_at === null ? meme : undefined
}

/** Makes a meme in review public. It must be locked. */
export async function endReview(tx: Tx, meme: MemeRow): Promise<void> {
  await recountMeme(tx, meme, await setReviewed(tx, meme.id))
  await publishVisibility(tx)
  await lockFiles(tx, filesOf(meme))
  await hideUnseenFiles(tx, filesOf(meme))
}

/** Returns a visible meme to review. It must be locked. */
export async function holdForReview(tx: Tx, meme: MemeRow): Promise<void> {
  await returnToReview(tx, meme)
  await lockFiles(tx, filesOf(meme))
  await hideUnseenFiles(tx, filesOf(meme))
}

/** Stores the model's score of a picture. The meme must be locked. */
export async function storeScore(tx: Tx, meme: MemeRow, score: number, isSensitive: boolean): Promise<void> {
  await setScore(tx, meme.id, score, isSensitive)
  if (isSensitive) await publishVisibility(tx)
}

/** Reverts `endReview`. */
export async function returnToReview(tx: Tx, meme: MemeRow): Promise<void> {
  await recountMeme(tx, meme, await setInReview(tx, meme.id))
  await publishVisibility(tx)
}

/** Marks a meme as sensitive or removes any mark. It must be locked. */
export async function markSensitive(tx: Tx, meme: MemeRow, sensitive: boolean): Promise<void> {
  await setSensitiveByModerator(tx, meme.id, sensitive)
  await publishVisibility(tx)
}
