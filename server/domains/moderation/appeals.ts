import type { Appeal, AppealInput, DeskAppeal } from '#contract/moderation/appeals.ts'
import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Member } from '#server/platform/viewer.ts'
import { findUser } from '../users/accounts.ts'
import { isSuspendedMember } from '../users/lists/suspended.ts'
import {
  type AppealRow,
  closeAppeal,
  findAppealsOf,
  findOpenAppeals,
  findRemoval,
  insertAppeal,
  needsOtherModerator,
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
    const aboutAt = memeId ? await findRemoval(tx, viewer.userId, memeId) : await findSuspension(tx, viewer.userId)
    if (!aboutAt) throw new AppError('appeal.notPossible')
    if (!(await insertAppeal(tx, { userId: viewer.userId, memeId, aboutAt, note: input.text })))
      throw new AppError('appeal.exists')
  })
}

async function findSuspension(tx: Tx, userId: string): Promise<Date | null> {
  const user = await findUser(tx, userId)
  return user && isSuspendedMember(user) ? user.suspended_at : null
}

export async function listOwnAppeals(deps: Pick<Deps, 'db'>, viewer: Member): Promise<Appeal[]> {
  return (await findAppealsOf(deps.db, viewer.userId, OWN_SHOWN)).map(presentAppeal)
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
    const { reason, needsOther } = row
    return [{ ...presentAppeal(row), user, meme, decisionReason: reason, needsOtherModerator: needsOther }]
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

function presentAppeal(row: AppealRow): Appeal {
  return {
    _id: row.id,
    memeId: row.meme_id,
    text: row.note,
    status: row.status,
    answer: row.answer,
    createdAt: row.created_at.toISOString(),
  }
}
