import type { Tx } from '#server/platform/db/db.ts'
import { countMemeAgain } from './count-meme.ts'
import { lockMeme, type MemeRow, setScore, setSensitiveByModerator } from './queries.ts'
import { setInReview, setReviewed } from './review-queries.ts'
import { filesOf } from './take-down.ts'
import { hideUnseenFiles, lockFiles } from './take-down-queries.ts'
import { tellOfHidden } from './visibility.ts'

/** The meme, locked against decisions of others; undefined if there is none, or its owner has deleted it. */
export async function lockForDecision(tx: Tx, id: string): Promise<MemeRow | undefined> {
  const meme = await lockMeme(tx, id)
  return meme?.deleted_at === null ? meme : undefined
}

/** Shows a meme in review to everybody. It must be locked. */
export async function endReview(tx: Tx, meme: MemeRow): Promise<void> {
  await countMemeAgain(tx, meme, await setReviewed(tx, meme.id))
  await tellOfHidden(tx)
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
export async function keepScore(tx: Tx, meme: MemeRow, score: number, isSensitive: boolean): Promise<void> {
  await setScore(tx, meme.id, score, isSensitive)
  if (isSensitive) await tellOfHidden(tx)
}

/** Takes `endReview` back. */
export async function returnToReview(tx: Tx, meme: MemeRow): Promise<void> {
  await countMemeAgain(tx, meme, await setInReview(tx, meme.id))
  await tellOfHidden(tx)
}

/** Marks a meme as sensitive or takes any mark away. It must be locked. */
export async function markSensitive(tx: Tx, meme: MemeRow, sensitive: boolean): Promise<void> {
  await setSensitiveByModerator(tx, meme.id, sensitive)
  await tellOfHidden(tx)
}
