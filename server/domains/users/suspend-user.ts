import type { Tx } from '#server/db/db.ts'
import { AppError } from '#server/errors.ts'
import { countFollowsOf, findUser, lockUser, setSuspension, type UserRow } from './queries.ts'

/**
 * Suspends a member by id or username, or unsuspends with `reason` null; counters only include visible people. Throws
 * user.notFound, also if nothing would change.
 */
export async function suspendUser(tx: Tx, idOrName: string, reason: string | null): Promise<UserRow> {
  const found = await findUser(tx, idOrName)
  const user = found && (await lockUser(tx, found.id))
  if (!user || (user.suspended_at !== null) === (reason !== null)) throw new AppError('user.notFound')
  await setSuspension(tx, user.id, reason)
  await countFollowsOf(tx, user.id, reason === null ? 1 : -1)
  return user
}
