import { withTransaction } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockForDecision, markSensitive } from '../memes/review.ts'
import { notifyOfModeration } from '../notifications/notify.ts'
import { appendLog } from './queries.ts'
import { type Actor, requirePower } from './require-power.ts'

/**
 * Sets a moderator's mark, which the uploader cannot remove, or removes any mark. Notifies the uploader of a change. Throws
 * meme.notFound, also for removed memes, and the errors of `requirePower`; uploaders mark their own memes by editing them.
 */
export async function markMemeSensitive(
  deps: Pick<Deps, 'db'>,
  by: Actor,
  memeId: string,
  sensitive: boolean,
  reason: string,
): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    const meme = await lockForDecision(tx, memeId)
    if (!meme || meme.status === 'removed') throw new AppError('meme.notFound')
    await requirePower(tx, by, meme.user_id, 'content')
    const before = meme.sensitive
    await markSensitive(tx, meme, sensitive)
    if (before === sensitive) return
    const action = sensitive ? 'sensitive' : 'notSensitive'
    const decisionId = newId()
    await appendLog(tx, [{ id: decisionId, action, targetKind: 'meme', targetId: memeId, reason, actorId: by }])
    if (meme.user_id)
      await notifyOfModeration(tx, meme.user_id, { decisionId, action, reason, meme: { id: memeId, name: meme.name } })
  })
}
