import { DECISION_UNDO_SECONDS } from '#contract/limits.ts'
import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { sendMailJob } from '../mail/jobs.ts'
import { lockForDecision, returnToReview } from '../memes/review.ts'
import { hideMemesOf, reinstateMeme } from '../memes/take-down.ts'
import { forgetModerationNotice } from '../notifications/notify.ts'
import { unblockPicture } from '../search/likeness/block-list.ts'
import { suspendUser } from '../users/suspend-user.ts'
import {
  findMemeOfReport,
  findUploader,
  hasLaterDecision,
  type LoggedDecision,
  lockDecision,
  reopenReports,
} from './decision-queries.ts'
import type { ModerationDeps } from './moderate.ts'
import { appendLog } from './queries.ts'
import { requirePower } from './require-power.ts'
import { reopenWrongWords } from './wrong-words-queries.ts'

/** Grace period: a late press may still be in transit. */
const GRACE_SECONDS = 5

/**
 * Undoes a decision of the caller, and the mail about it. Throws moderation.undoExpired, also for decisions of others and after a
 * later decision about the same meme or person, and the errors of `requirePower`.
 */
export async function undoDecision(deps: ModerationDeps, by: string, decisionId: string): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    const decision = await lockDecision(tx, decisionId)
    const undo = decision && undoers[decision.action]
    const isInTime = decision && Date.now() - decision.at.getTime() < (DECISION_UNDO_SECONDS + GRACE_SECONDS) * 1000
    if (!undo || !isInTime || decision.actor_id !== by) throw new AppError('moderation.undoExpired')
    const subject = await lockSubject(tx, by, decision)
    if (await hasLaterDecision(tx, subject, decision.at)) throw new AppError('moderation.undoExpired')
    await undo(tx, decision)
    await reopenReports(tx, decisionId)
    await deps.jobs.forget(tx, sendMailJob, { reference: decisionId })
    await forgetModerationNotice(tx, decisionId)
    await appendLog(tx, [
      { action: 'undo', targetKind: 'decision', targetId: decisionId, reason: decision.action, actorId: by },
    ])
  })
}

/** Locks the meme or person that a decision concerns, and checks the permissions again: roles may have changed since. */
async function lockSubject(tx: Tx, by: string, { target_kind, target_id }: LoggedDecision): Promise<string> {
  if (target_kind === 'user') {
    await requirePower(tx, by, target_id, 'person')
    return target_id
  }
  const memeId = target_kind === 'report' ? ((await findMemeOfReport(tx, target_id)) ?? target_id) : target_id
  await lockForDecision(tx, memeId)
  await requirePower(tx, by, await findUploader(tx, memeId), 'content')
  return memeId
}

const undoers: Record<string, (tx: Tx, decision: LoggedDecision) => Promise<void>> = {
  approve: (tx, decision) => backToReview(tx, decision),
  remove: (tx, decision) => putBack(tx, decision),
  block: (tx, decision) => putBack(tx, decision),
  dismiss: async () => {},
  async suspend(tx, { target_id }) {
    await suspendUser(tx, target_id, null)
    await hideMemesOf(tx, target_id, false)
  },
}

async function putBack(tx: Tx, decision: LoggedDecision): Promise<void> {
  await reinstateMeme(tx, decision.target_id)
  await unblockPicture(tx, decision.target_id)
  await reopenWrongWords(tx, decision.target_id, decision.id)
  await backToReview(tx, decision)
}

async function backToReview(tx: Tx, decision: LoggedDecision): Promise<void> {
  if (decision.status_before !== 'review') return
  const meme = await lockForDecision(tx, decision.target_id)
  if (meme && meme.status !== 'review') await returnToReview(tx, meme)
}
