import type { Tx } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { isSuspendedMember } from './lists/suspended.ts'
import { hasOtherAdmin, lockAdmins, type UserRow } from './queries.ts'

/** Rejects a change that would leave no active admin. The member must be locked. Throws admin.last. */
export async function requireOtherAdmin(tx: Tx, user: UserRow): Promise<void> {
  if (user.role !== 'admin' || isSuspendedMember(user)) return
  await lockAdmins(tx)
  if (!(await hasOtherAdmin(tx, user.id))) throw new AppError('admin.last')
}
