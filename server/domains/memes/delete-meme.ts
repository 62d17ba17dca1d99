import type { Meme } from '#contract/memes/memes.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Member } from '#server/platform/viewer.ts'
import { getMeme } from './get-meme.ts'
import { purgeMemeJob } from './jobs.ts'
import { lockOwnMeme } from './own-meme.ts'
import { lockMeme, setDeletedAt } from './queries.ts'
import { recountMeme } from './recount-meme.ts'
import { DELETE_UNDO_SECONDS, PURGE_AFTER_SECONDS } from './rules.ts'
import { filesOf } from './take-down.ts'
import { hideUnseenFiles, isAnyBlocked, lockFiles } from './take-down-queries.ts'
import { publishVisibility } from './visibility.ts'

/**
 * Hides the caller's meme immediately; a job deletes the row and files later, unless the deletion is undone. Throws
 * meme.notFound, meme.forbidden.
 */
export async function deleteMeme(deps: Pick<Deps, 'db' | 'jobs'>, viewer: Member, id: string): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    const meme = await lockOwnMeme(tx, viewer, id)
    await recountMeme(tx, meme, await setDeletedAt(tx, id, new Date()))
    await publishVisibility(tx)
    await deps.jobs.enqueue(tx, purgeMemeJob, { memeId: id }, { afterSeconds: PURGE_AFTER_SECONDS })
  })
}

/**
 * Undoes a deletion while that is possible. Throws meme.notFound afterwards, meme.forbidden for other users' memes, and
 * meme.removed if the operator has removed the same picture in the meantime.
 */
export async function restoreMeme(deps: Pick<Deps, 'db' | 'caches'>, viewer: Member, id: string): Promise<Meme> {
  await withTransaction(deps.db, async (tx) => {
    const meme = await lockMeme(tx, id)
    if (meme && meme.user_id !== viewer.userId) throw new AppError('meme.forbidden')
    const isInTime =
      meme?.deleted_at && Date.now() - meme.deleted_at.getTime() < (DELETE_UNDO_SECONDS + UNDO_GRACE_SECONDS) * 1000
    if (!meme || !isInTime) throw new AppError('meme.notFound')
    await recountMeme(tx, meme, await setDeletedAt(tx, id, null))
    await lockFiles(tx, filesOf(meme))
    if (await isAnyBlocked(tx, filesOf(meme))) throw new AppError('meme.removed')
    await hideUnseenFiles(tx, filesOf(meme))
    await publishVisibility(tx)
  })
  return getMeme(deps, viewer, id)
}

/** Grace period: the undo button shows for ten seconds, and a late press may still be in transit. */
const UNDO_GRACE_SECONDS = 5
