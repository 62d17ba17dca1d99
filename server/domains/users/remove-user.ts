import type { Tx } from '#server/platform/db/db.ts'
import { requireOtherAdmin } from './last-admin.ts'
import { lockCountersOf, lockWithFollows } from './lock-queries.ts'
import { countFollowsOf, deleteUser, lockUser, type UserRow } from './queries.ts'

/**
 * Deletes a member with all their rows, after `before` has reverted their effects on others. Returns the former row; undefined if
 * already deleted. Throws admin.last.
 */
export async function removeUser(
  tx: Tx,
  userId: string,
  before: (tx: Tx, user: UserRow) => Promise<void>,
): Promise<UserRow | undefined> {
  await lockCountersOf(tx, userId)
  await lockWithFollows(tx, userId)
  const user = await lockUser(tx, userId)
  if (!user) return undefined
  await requireOtherAdmin(tx, user)
  await before(tx, user)
  // Counters already exclude a suspended member.
  if (!user.suspended_at) await countFollowsOf(tx, userId, -1)
  await deleteUser(tx, userId)
  return user
}
