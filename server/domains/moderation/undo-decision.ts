import { DECISION_UNDO_SECONDS } from '#contract/limits.ts'
import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { sendMailJob } from '../mail/jobs.ts'
import { lockForDecision, returnToReview } from '../memes/review.ts'
import { hideMemesOf, reinstateMeme } from '../memes/take-down.ts'
import { forgetModerationNotice } from '../notifications/notify.ts'
import { unblockPicture } from '../search/likeness/block-list.ts'
import { suspendUser } from '../users/suspend-user.ts'
import { findMemeOfReport, findUploader, type LoggedDecision, lockDecision, reopenReports } from './decision-queries.ts'
import type { ModerationDeps } from './moderate.ts'
import { appendLog } from './queries.ts'
import { requirePower } from './require-power.ts'
import { reopenWrongWords } from './wrong-words-queries.ts'

/** Grace period: a late press may still be in transit. */
const GRACE_SECONDS = 5

/**
 * Undoes a decision of the caller, and the mail about it. Throws moderation.undoExpired, also for decisions of others, and the
 * errors of `requirePower`.
 */
export async function undoDecision(deps: ModerationDeps, by: string, decisionId: string): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    const decision = await lockDecision(tx, decisionId)
    const undo = decision && undoers[decision.action]
    const isInTime = decision && Date.now() - decision.at.getTime() < (DECISION_UNDO_SECONDS + GRACE_SECONDS) * 1000
    if (!undo || !isInTime || decision.actor_id !== by) throw new AppError('moderation.undoExpired')
    await requirePowerAgain(tx, by, decision)
    await undo(tx, decision)
    await reopenReports(tx, decisionId)
    await deps.jobs.forget(tx, sendMailJob, { reference: decisionId })
    await forgetModerationNotice(tx, decisionId)
    await appendLog(tx, [
      { action: 'undo', targetKind: 'decision', targetId: decisionId, reason: decision.action, actorId: by },
    ])
  })
}

/** Checks the permissions again, because roles may have changed since the decision. */
async function requirePowerAgain(tx: Tx, by: string, { target_kind, target_id }: LoggedDecision): Promise<void> {
  if (target_kind === 'user') return requirePower(tx, by, target_id, 'person')
  const memeId = target_kind === 'report' ? await findMemeOfReport(tx, target_id) : target_id
  await requirePower(tx, by, memeId ? await findUploader(tx, memeId) : null, 'content')
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
