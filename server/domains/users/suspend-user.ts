import type { Tx } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { requireOtherAdmin } from './last-admin.ts'
import { lockWithFollows } from './lock-queries.ts'
import { countFollowsOf, findUser, lockUser, setSuspension, type UserRow } from './queries.ts'

/**
 * Suspends a member by id or username, or unsuspends with null, and updates the counters, which include only visible users.
 * Throws user.notFound, also if nothing would change, and admin.last.
 */
export async function suspendUser(
  tx: Tx,
  idOrName: string,
  suspension: { reason: string; until: Date | null } | null,
): Promise<UserRow> {
  const found = await findUser(tx, idOrName)
  if (found) await lockWithFollows(tx, found.id)
  const user = found && (await lockUser(tx, found.id))
  if (!user || (user.suspended_at !== null) === (suspension !== null)) throw new AppError('user.notFound')
  if (suspension) await requireOtherAdmin(tx, user)
  await setSuspension(tx, user.id, suspension)
  await countFollowsOf(tx, user.id, suspension === null ? 1 : -1)
  return user
}
