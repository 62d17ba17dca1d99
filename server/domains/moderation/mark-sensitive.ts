import { withTransaction } from '#server/db/db.ts'
import { newId } from '#server/db/id.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { lockForDecision, markSensitive } from '../memes/review.ts'
import { VISIBILITY_CHANNEL } from '../memes/visibility.ts'
import { notifyOfModeration } from '../notifications/notify.ts'
import type { Actor } from './moderate.ts'
import { appendLog } from './queries.ts'

/**
 * A moderator's mark, which the uploader cannot take away; or takes any mark away. The uploader is notified of a change.
 * Throws meme.notFound, also for removed ones.
 */
export async function markMemeSensitive(
  deps: Pick<Deps, 'db' | 'notify'>,
  by: Actor,
  memeId: string,
  sensitive: boolean,
  reason: string,
): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    const meme = await lockForDecision(tx, memeId)
    if (!meme || meme.status === 'removed') throw new AppError('meme.notFound')
    const before = meme.sensitive
    await markSensitive(tx, meme, sensitive)
    if (before === sensitive) return
    const action = sensitive ? 'sensitive' : 'notSensitive'
    const decisionId = newId()
    await appendLog(tx, [{ id: decisionId, action, targetKind: 'meme', targetId: memeId, reason, actorId: by }])
    if (meme.user_id && meme.user_id !== by)
      await notifyOfModeration(tx, meme.user_id, { decisionId, action, reason, meme: { id: memeId, name: meme.name } })
  })
  await deps.notify(VISIBILITY_CHANNEL, '')
}
