import { type Tx, withTransaction } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { hideMemesOf, reinstateMeme, takeDownMeme } from '../memes/take-down.ts'
import { VISIBILITY_CHANNEL } from '../memes/visibility.ts'
import { findUser } from '../users/accounts.ts'
import { suspendUser } from '../users/suspend-user.ts'
import { type NoticeKind, noticeMail } from './mails.ts'
import { anonymizeLog, anonymizeReports, appendLog, closeReports } from './queries.ts'
import { FORGOTTEN_ID } from './rules.ts'

/** The id of the member who acts; null for the operator on the command line. */
export type Actor = string | null

type ModerationDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'notify'>

/**
 * Removes a meme, upholds its open reports and notifies its author. Returns the ids of live memes with the same picture, for
 * review. Throws meme.notFound.
 */
export async function removeMeme(deps: ModerationDeps, by: Actor, memeId: string, reason: string): Promise<string[]> {
  const sameAs = await withTransaction(deps.db, async (tx) => {
    const { meme, sameAs: others } = await takeDownMeme(tx, memeId, reason)
    await closeReports(tx, memeId, 'upheld')
    await appendLog(tx, [{ action: 'remove', targetKind: 'meme', targetId: memeId, reason, actorId: by }])
    await tell(deps, tx, 'remove', meme.user_id, { name: meme.name, reason })
    return others
  })
  await deps.notify(VISIBILITY_CHANNEL, '')
  return sameAs
}

/** Throws meme.notFound for one that is not removed. */
export async function restoreMeme(deps: ModerationDeps, by: Actor, memeId: string, reason: string): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    const meme = await reinstateMeme(tx, memeId)
    await appendLog(tx, [{ action: 'restore', targetKind: 'meme', targetId: memeId, reason, actorId: by }])
    await tell(deps, tx, 'restore', meme.user_id, { name: meme.name, reason })
  })
}

/** Suspends a member: hides them and their memes; they can only read the reason, export their data and delete the account. */
export async function suspendMember(deps: ModerationDeps, by: Actor, idOrName: string, reason: string): Promise<void> {
  await changeSuspension(deps, by, 'suspend', idOrName, reason)
}

export async function unsuspendMember(
  deps: ModerationDeps,
  by: Actor,
  idOrName: string,
  reason: string,
): Promise<void> {
  await changeSuspension(deps, by, 'unsuspend', idOrName, reason)
}

async function changeSuspension(
  deps: ModerationDeps,
  by: Actor,
  action: 'suspend' | 'unsuspend',
  idOrName: string,
  reason: string,
): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    const user = await suspendUser(tx, idOrName, action === 'suspend' ? reason : null)
    await hideMemesOf(tx, user.id, action === 'suspend')
    await appendLog(tx, [{ action, targetKind: 'user', targetId: user.id, reason, actorId: by }])
    await tell(deps, tx, action, user.id, { name: '', reason })
  })
  await deps.notify(VISIBILITY_CHANNEL, '')
}

/** Closes one report, or all open ones of a meme, without touching the meme. Throws report.notFound. */
export async function dismissReports(deps: ModerationDeps, by: Actor, id: string, reason: string): Promise<number> {
  return withTransaction(deps.db, async (tx) => {
    const closed = await closeReports(tx, id, 'dismissed')
    if (closed.length === 0) throw new AppError('report.notFound')
    await appendLog(
      tx,
      closed.map((targetId) => ({ action: 'dismiss', targetKind: 'report', targetId, reason, actorId: by })),
    )
    return closed.length
  })
}

/** Logs that the operator deleted an account and why, but not whose. */
export async function logDeletion(deps: Pick<Deps, 'db'>, by: Actor, reason: string): Promise<void> {
  await withTransaction(deps.db, (tx) =>
    appendLog(tx, [{ action: 'delete', targetKind: 'user', targetId: FORGOTTEN_ID, reason, actorId: by }]),
  )
}

/** Part of account deletion: removes the member from reports and the log. */
export async function forgetModeration(tx: Tx, userId: string): Promise<void> {
  await anonymizeReports(tx, userId)
  await anonymizeLog(tx, userId)
}

async function tell(
  deps: ModerationDeps,
  tx: Tx,
  kind: NoticeKind,
  userId: string | null,
  about: { name: string; reason: string },
): Promise<void> {
  const user = userId ? await findUser(tx, userId) : undefined
  if (!user?.email) return
  const to = { email: user.email, language: user.content_language }
  await enqueueMail(deps, tx, noticeMail(kind, to, about, deps.config.publicUrl))
}
