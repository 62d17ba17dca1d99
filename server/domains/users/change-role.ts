import type { Role } from '#contract/people/roles.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { requireOtherAdmin } from './last-admin.ts'
import { findUser, lockUser, setRole, type UserRow } from './queries.ts'

/**
 * Changes a member's role, effective from the next request. Accepts an id or username; returns the row before the change. Throws
 * user.notFound, admin.last.
 */
export async function changeRole(tx: Tx, idOrName: string, role: Role): Promise<UserRow> {
  const found = await findUser(tx, idOrName)
  const user = found && (await lockUser(tx, found.id))
  if (!user) throw new AppError('user.notFound')
  if (user.role === role) return user
  await requireOtherAdmin(tx, user)
  await setRole(tx, user.id, role)
  return user
}
