import { buffer } from 'node:stream/consumers'
import type { Appeal, AppealInput, DeskAppeal } from '#contract/moderation/appeals.ts'
import { type Db, withTransaction } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Member } from '#server/platform/viewer.ts'
import { findUser } from '../users/accounts.ts'
import { isSuspendedMember } from '../users/lists/suspended.ts'
import {
  closeAppeal,
  findAppealedFile,
  findAppealsOf,
  findOpenAppeals,
  findRemoval,
  insertAppeal,
  type NamedAppealRow,
  needsOtherModerator,
  type Removal,
} from './appeal-queries.ts'
import { cardsWithUploaders, type DeskPage, deskPeople, keysetOf, type PageInput, pageOf } from './list-desk.ts'
import { changeSuspensionIn, type ModerationDeps, notifyMember, restoreIn } from './moderate.ts'
import { appendLog } from './queries.ts'
import { requirePower } from './require-power.ts'

const OWN_SHOWN = 50

/**
 * Files an appeal against the removal of the caller's meme, or without a meme against the caller's suspension. Throws
 * appeal.notPossible, and appeal.exists for a repeated appeal.
 */
export async function writeAppeal(deps: Pick<Deps, 'db'>, viewer: Member, input: AppealInput): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    const memeId = input.memeId ?? null
    const about = memeId ? await findRemoval(tx, viewer.userId, memeId) : await findSuspension(tx, viewer.userId)
    if (!about) throw new AppError('appeal.notPossible')
    if (!(await insertAppeal(tx, { userId: viewer.userId, memeId, aboutAt: about.at, note: input.text })))
      throw new AppError('appeal.exists')
  })
}

async function findSuspension(db: Db, userId: string): Promise<Omit<Removal, 'name'> | undefined> {
  const user = await findUser(db, userId)
  if (!user?.suspended_at || !isSuspendedMember(user)) return undefined
  return { reason: user.suspended_reason ?? '', at: user.suspended_at }
}

/** Returns the caller's appeals, and the removal of their meme or, without a meme, their suspension. */
export async function listOwnAppeals(
  deps: Pick<Deps, 'db'>,
  viewer: Member,
  memeId?: string,
): Promise<{ data: Appeal[]; decision: { memeName: string | null; reason: string } | null }> {
  const [rows, removal, suspension] = await Promise.all([
    findAppealsOf(deps.db, viewer.userId, OWN_SHOWN),
    memeId && findRemoval(deps.db, viewer.userId, memeId),
    memeId ? undefined : findSuspension(deps.db, viewer.userId),
  ])
  const about = removal || suspension
  const decision = about ? { memeName: removal ? removal.name : null, reason: about.reason } : null
  return { data: rows.map(presentAppeal), decision }
}

/** Returns the picture that an open appeal is about. Throws appeal.notFound, also for an appeal against a suspension. */
export async function readAppealPicture(
  deps: Pick<Deps, 'db' | 'blobs'>,
  id: string,
): Promise<{ bytes: Buffer; mime: string }> {
  const file = await findAppealedFile(deps.db, id)
  const stored = file && (await deps.blobs.read(file.key))
  if (!stored) throw new AppError('appeal.notFound')
  return { bytes: await buffer(stored.stream), mime: file.mime }
}

/** Returns one page of open appeals for a moderator, oldest first. Throws cursor.invalid. */
export async function listAppeals(
  deps: Pick<Deps, 'config' | 'db' | 'caches'>,
  viewer: Member,
  input: PageInput,
): Promise<DeskPage<DeskAppeal>> {
  const rows = await findOpenAppeals(deps.db, viewer.userId, input.limit + 1, keysetOf(deps, 'appeals', input))
  const { page, ...rest } = pageOf(deps, 'appeals', rows, input.limit)
  const [cards, people] = await Promise.all([
    cardsWithUploaders(
      deps,
      page.flatMap((row) => (row.meme_id ? [row.meme_id] : [])),
    ),
    deskPeople(
      deps,
      page.map((row) => row.user_id),
    ),
  ])
  const data = page.flatMap((row): DeskAppeal[] => {
    const user = people.get(row.user_id)
    const meme = row.meme_id ? (cards.get(row.meme_id)?.meme ?? null) : null
    if (!user) return []
    const decision = {
      decisionReason: row.reason,
      decidedAt: row.decidedAt.toISOString(),
      needsOtherModerator: row.needsOther,
    }
    return [{ ...presentAppeal(row), user, meme, ...decision }]
  })
  return { data, ...rest }
}

/**
 * Decides an appeal. Accepting it restores the meme or ends the suspension, unless that has already happened. The member receives
 * the reason. Throws appeal.notFound, also if it is already decided, the errors of `requirePower`, and moderation.protected if it is
 * about a decision of `by` and another moderator can decide it.
 */
export async function decideAppeal(
  deps: ModerationDeps,
  by: string,
  id: string,
  outcome: 'accepted' | 'rejected',
  reason: string,
): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    const appeal = await closeAppeal(tx, id, outcome, reason)
    if (!appeal) throw new AppError('appeal.notFound')
    await requirePower(tx, by, appeal.user_id, 'person')
    if (await needsOtherModerator(tx, by, id)) throw new AppError('moderation.protected')
    const action = outcome === 'accepted' ? 'accept' : 'reject'
    await appendLog(tx, [{ action, targetKind: 'appeal', targetId: id, reason, actorId: by }])
    const user = await findUser(tx, appeal.user_id)
    if (!user) return
    if (outcome === 'rejected') {
      const about = { name: '', reason }
      await notifyMember(deps, tx, { by: null, decisionId: newId() }, 'reject', user.id, about)
      return
    }
    const decision = { by, decisionId: newId() }
    if (appeal.meme_id) {
      if (await findRemoval(tx, user.id, appeal.meme_id)) await restoreIn(deps, tx, decision, appeal.meme_id, reason)
    } else if (user.suspended_at)
      await changeSuspensionIn(deps, tx, decision, user.id, { action: 'unsuspend', reason, until: null })
  })
}

function presentAppeal(row: NamedAppealRow): Appeal {
  return {
    _id: row.id,
    memeId: row.meme_id,
    memeName: row.meme_name,
    text: row.note,
    status: row.status,
    answer: row.answer,
    createdAt: row.created_at.toISOString(),
  }
}
