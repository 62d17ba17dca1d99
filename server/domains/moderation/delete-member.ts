import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { type AccountDeletionHooks, deleteAccountIn } from '../auth/account/delete-account.ts'
import { findUser } from '../users/accounts.ts'
import { appendLog } from './queries.ts'
import { type Actor, requirePower } from './require-power.ts'
import { DELETED_MEMBER_ID } from './rules.ts'

/**
 * Permanently deletes a member's account. Logs the actor and the reason in the same transaction, but not the member's name.
 * Throws user.notFound, admin.last, and the errors of `requirePower`.
 */
export async function deleteMember(
  deps: Pick<Deps, 'config' | 'db' | 'jobs'> & AccountDeletionHooks,
  by: Actor,
  idOrName: string,
  reason: string,
): Promise<void> {
  const left = await withTransaction(deps.db, async (tx) => {
    const user = await findUser(tx, idOrName)
    if (!user) throw new AppError('user.notFound')
    await requirePower(tx, by, user.id, 'person')
    await appendLog(tx, [{ action: 'delete', targetKind: 'user', targetId: DELETED_MEMBER_ID, reason, actorId: by }])
    const deleted = await deleteAccountIn(deps, tx, user.id)
    if (!deleted) throw new AppError('user.notFound')
    return deleted
  })
  await deps.afterDeletion(left)
}
