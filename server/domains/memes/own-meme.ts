import type { Tx } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Member } from '#server/platform/viewer.ts'
import { isLiveMeme } from './lists/states.ts'
import { lockMeme, type MemeRow } from './queries.ts'

/**
 * Locks and returns a meme of the caller that is live or in review. Throws meme.notFound, or meme.forbidden for another user's
 * meme.
 */
export async function lockOwnMeme(tx: Tx, viewer: Member, id: string): Promise<MemeRow> {
  const meme = await lockMeme(tx, id)
  const isInReview = meme?.status === 'review' && meme.deleted_at === null
  if (!meme || !(isLiveMeme(meme) || isInReview)) throw new AppError('meme.notFound')
  if (meme.user_id !== viewer.userId) throw new AppError('meme.forbidden')
  return meme
}
