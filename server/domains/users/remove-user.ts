import type { Tx } from '#server/db/db.ts'
import { countFollowsOf, deleteUser, lockUser, type UserRow } from './queries.ts'

/**
 * Removes a member with every row of theirs, after `before` has taken back what they did elsewhere. Answers the row as it
 * was; undefined when the member is gone already.
 */
export async function removeUser(
  tx: Tx,
  userId: string,
  before: (tx: Tx, user: UserRow) => Promise<void>,
): Promise<UserRow | undefined> {
  const user = await lockUser(tx, userId)
  if (!user) return undefined
  await before(tx, user)
  // Of a suspended member nobody counts anything already.
  if (!user.suspended_at) await countFollowsOf(tx, userId, -1)
  await deleteUser(tx, userId)
  return user
}
