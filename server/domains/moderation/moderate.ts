import { DECISION_UNDO_SECONDS } from '#contract/limits.ts'
import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { endReview, lockForDecision } from '../memes/review.ts'
import { hideMemesOf, reinstateMeme, takeDownMeme } from '../memes/take-down.ts'
import { announceMeme } from '../notifications/announce-meme.ts'
import { type ModerationAction, notifyOfModeration } from '../notifications/notify.ts'
import { blockPicture, describeForBlock, forgetBlockedMemes, unblockPicture } from '../search/likeness/block-list.ts'
import { recordSecurityEvent } from '../security-log/record-event.ts'
import { findUser } from '../users/accounts.ts'
import { suspendUser } from '../users/suspend-user.ts'
import { findMemeOfReport, findRecentDecision, findSmallFile, findUploader, hasOpenReport } from './decision-queries.ts'
import { type NoticeKind, noticeMail } from './mails.ts'
import { anonymizeLog, anonymizeReports, appendLog, closeReports, type LogEntry } from './queries.ts'
import { type Actor, requirePower } from './require-power.ts'
import { DECISION_RACE_MS } from './rules.ts'
import { closeWrongWords } from './wrong-words-queries.ts'

export type ModerationDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'blobs'>

interface RemoveOptions {
  /** Adds the picture to the block list. */
  block?: boolean | undefined
  /** Ids of the reports that the moderator saw. */
  reportIds?: string[] | undefined
}

/**
 * Approves a meme: closes its open reports and ends its review. Throws meme.notFound, the errors of `requirePower`, and
 * moderation.alreadyDecided if it is neither reported nor in review, or if another moderator has just decided.
 */
export async function approveMeme(
  deps: ModerationDeps,
  by: Actor,
  memeId: string,
  reason: string,
  options: Pick<RemoveOptions, 'reportIds'> = {},
): Promise<{ decisionId: string }> {
  const decisionId = newId()
  await withTransaction(deps.db, async (tx) => {
    const meme = await lockUndecided(tx, by, memeId, options.reportIds)
    const isInReview = meme.status === 'review'
    if (isInReview) {
      await endReview(tx, meme)
      await announceMeme(deps, tx, memeId)
    }
    const closed = await closeReports(tx, memeId, 'dismissed', decisionId)
    if (!isInReview && closed.length === 0) throw new AppError('moderation.alreadyDecided')
    const target = { targetKind: 'meme', targetId: memeId, statusBefore: meme.status } as const
    await record(tx, by, decisionId, { action: 'approve', ...target, reason })
    if (isInReview)
      await notifyMember(deps, tx, { by, decisionId }, 'approve', meme.user_id, { name: meme.name, reason, memeId })
  })
  return { decisionId }
}

/**
 * Removes a meme, upholds its open reports and notifies its creator. Also returns the ids of live memes with the same picture.
 * Throws meme.notFound and, for moderators, the errors of `requirePower` and moderation.alreadyDecided if it is already removed
 * or another moderator has just decided.
 */
export async function removeMeme(
  deps: ModerationDeps,
  by: Actor,
  memeId: string,
  reason: string,
  options: RemoveOptions = {},
): Promise<{ decisionId: string; sameAs: string[] }> {
  const small = options.block ? await findSmallFile(deps.db, memeId) : undefined
  const descriptors = small ? await describeForBlock(deps, small) : []
  const decisionId = newId()
  const sameAs = await withTransaction(deps.db, async (tx) => {
    if (by !== null) await lockUndecided(tx, by, memeId, options.reportIds)
    const { meme, sameAs: others } = await takeDownMeme(tx, memeId, reason)
    await closeReports(tx, memeId, 'upheld', decisionId)
    await closeWrongWords(tx, memeId)
    if (options.block) await blockPicture(tx, meme, descriptors)
    const target = { targetKind: 'meme', targetId: memeId, statusBefore: meme.status } as const
    await record(tx, by, decisionId, { action: options.block ? 'block' : 'remove', ...target, reason })
    await notifyMember(deps, tx, { by, decisionId }, 'remove', meme.user_id, { name: meme.name, reason, memeId })
    return others
  })
  return { decisionId, sameAs }
}

/**
 * Restores a removed meme and removes its picture from the block list. Throws meme.notFound for a meme that is not removed, and
 * the errors of `requirePower`.
 */
export async function restoreMeme(
  deps: ModerationDeps,
  by: Actor,
  memeId: string,
  reason: string,
): Promise<{ decisionId: string }> {
  const decisionId = newId()
  await withTransaction(deps.db, (tx) => restoreIn(deps, tx, { by, decisionId }, memeId, reason))
  return { decisionId }
}

/** Runs `restoreMeme` in the caller's transaction. */
export async function restoreIn(
  deps: ModerationDeps,
  tx: Tx,
  decision: { by: Actor; decisionId: string },
  memeId: string,
  reason: string,
): Promise<void> {
  const meme = await reinstateMeme(tx, memeId)
  await requirePower(tx, decision.by, meme.user_id, 'content')
  await unblockPicture(tx, memeId)
  await record(tx, decision.by, decision.decisionId, {
    action: 'restore',
    targetKind: 'meme',
    targetId: memeId,
    reason,
  })
  await notifyMember(deps, tx, decision, 'restore', meme.user_id, { name: meme.name, reason, memeId })
}

/**
 * Suspends a member, permanently or until a time. This hides them and their memes; they can only read the reason, appeal, export
 * their data and delete the account. Throws user.notFound, also if they are already suspended, admin.last, and the errors of
 * `requirePower`.
 */
export async function suspendMember(
  deps: ModerationDeps,
  by: Actor,
  idOrName: string,
  reason: string,
  until: Date | null = null,
): Promise<{ decisionId: string }> {
  return changeSuspension(deps, by, idOrName, { action: 'suspend', reason, until })
}

export async function unsuspendMember(
  deps: ModerationDeps,
  by: Actor,
  idOrName: string,
  reason: string,
): Promise<{ decisionId: string }> {
  return changeSuspension(deps, by, idOrName, { action: 'unsuspend', reason, until: null })
}

interface SuspensionChange {
  action: 'suspend' | 'unsuspend'
  reason: string
  until: Date | null
}

async function changeSuspension(
  deps: ModerationDeps,
  by: Actor,
  idOrName: string,
  change: SuspensionChange,
): Promise<{ decisionId: string }> {
  const decisionId = newId()
  await withTransaction(deps.db, (tx) => changeSuspensionIn(deps, tx, { by, decisionId }, idOrName, change))
  return { decisionId }
}

/** Changes a suspension in the caller's transaction. */
export async function changeSuspensionIn(
  deps: ModerationDeps,
  tx: Tx,
  decision: { by: Actor; decisionId: string },
  idOrName: string,
  { action, reason, until }: SuspensionChange,
): Promise<void> {
  const found = await findUser(tx, idOrName)
  if (!found) throw new AppError('user.notFound')
  await requirePower(tx, decision.by, found.id, 'person')
  const user = await suspendUser(tx, found.id, action === 'suspend' ? { reason, until } : null)
  await hideMemesOf(tx, user.id, action === 'suspend')
  await record(tx, decision.by, decision.decisionId, { action, targetKind: 'user', targetId: user.id, reason })
  await recordSecurityEvent(deps, tx, { event: action === 'suspend' ? 'suspended' : 'unsuspended', userId: user.id })
  await notifyMember(deps, tx, decision, action, user.id, { name: '', reason, until })
}

/**
 * Closes one report, or all open ones of a meme, without changing the meme. Throws report.notFound, the errors of `requirePower`,
 * and moderation.alreadyDecided if another moderator has just decided.
 */
export async function dismissReports(
  deps: Pick<Deps, 'db'>,
  by: Actor,
  id: string,
  reason: string,
): Promise<{ decisionId: string; count: number }> {
  return withTransaction(deps.db, async (tx) => {
    const memeId = (await findMemeOfReport(tx, id)) ?? id
    const meme = await lockForDecision(tx, memeId)
    await requirePower(tx, by, await findUploader(tx, memeId), 'content')
    if (meme && by !== null) await refuseDecided(tx, by, memeId)
    const decisionId = newId()
    const closed = await closeReports(tx, id, 'dismissed', decisionId)
    if (closed.length === 0) throw new AppError('report.notFound')
    await appendLog(
      tx,
      closed.map((targetId, index) => ({
        ...(index === 0 ? { id: decisionId } : {}),
        action: 'dismiss',
        targetKind: 'report',
        targetId,
        reason,
        actorId: by,
      })),
    )
    return { decisionId, count: closed.length }
  })
}

/** Part of account deletion: removes the member from reports, the log and the block list. */
export async function forgetModeration(tx: Tx, userId: string): Promise<void> {
  await anonymizeReports(tx, userId)
  await anonymizeLog(tx, userId)
  await forgetBlockedMemes(tx, userId)
}

type LockedMeme = NonNullable<Awaited<ReturnType<typeof lockForDecision>>>

/** Locks a meme for a moderator's decision, unless another moderator has just decided. */
async function lockUndecided(tx: Tx, by: Actor, memeId: string, reportIds: string[] | undefined): Promise<LockedMeme> {
  const meme = await lockForDecision(tx, memeId)
  if (!meme) throw new AppError('meme.notFound')
  await requirePower(tx, by, meme.user_id, 'content')
  if (meme.status === 'removed') throw new AppError('moderation.alreadyDecided')
  if (reportIds && reportIds.length > 0 && !(await hasOpenReport(tx, reportIds)))
    throw new AppError('moderation.alreadyDecided')
  if (by !== null) await refuseDecided(tx, by, memeId)
  return meme
}

/** Rejects a decision right after another moderator's: the second moderator has not seen the first decision. */
async function refuseDecided(tx: Tx, by: string, memeId: string): Promise<void> {
  const recent = await findRecentDecision(tx, memeId, by, new Date(Date.now() - DECISION_RACE_MS))
  if (recent) throw new AppError('moderation.alreadyDecided')
}

const record = (tx: Tx, by: Actor, id: string, entry: Omit<LogEntry, 'id' | 'actorId'>) =>
  appendLog(tx, [{ ...entry, id, actorId: by }])

const NOTICES: Record<NoticeKind, ModerationAction> = {
  approve: 'approved',
  remove: 'removed',
  restore: 'restored',
  suspend: 'suspended',
  unsuspend: 'unsuspended',
  reject: 'appealRejected',
}

/**
 * Notifies the member immediately. Mails about a moderator's decision wait until the undo period ends; undoing the decision
 * cancels both.
 */
export async function notifyMember(
  deps: ModerationDeps,
  tx: Tx,
  { by, decisionId }: { by: Actor; decisionId: string },
  kind: NoticeKind,
  userId: string | null,
  about: { name: string; reason: string; memeId?: string; until?: Date | null },
): Promise<void> {
  const user = userId ? await findUser(tx, userId) : undefined
  if (!user) return
  const meme = about.memeId ? { id: about.memeId, name: about.name } : undefined
  await notifyOfModeration(tx, user.id, { decisionId, action: NOTICES[kind], reason: about.reason, meme })
  // Decisions are mailed regardless of the member's settings.
  if (!user.email) return
  const to = { email: user.email, language: user.content_language }
  const mail = { ...noticeMail(kind, to, about, deps.config.publicUrl), reference: decisionId }
  await enqueueMail(deps, tx, mail, by === null ? {} : { afterSeconds: DECISION_UNDO_SECONDS })
}
