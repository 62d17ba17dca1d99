import type { Deps } from '#server/deps.ts'
import { type AccountDeletionHooks, deleteAccount } from '../auth/account/delete-account.ts'
import type { Actor } from './moderate.ts'
import { appendLog } from './queries.ts'
import { FORGOTTEN_ID } from './rules.ts'

/**
 * Deletes somebody's account for good, and logs in the same transaction who did it and why, but not whose it was. Throws
 * user.notFound.
 */
export async function deleteMember(
  deps: Pick<Deps, 'config' | 'db' | 'jobs'> & AccountDeletionHooks,
  by: Actor,
  userId: string,
  reason: string,
): Promise<void> {
  await deleteAccount(
    {
      ...deps,
      async beforeDeletion(tx, user) {
        await deps.beforeDeletion(tx, user)
        await appendLog(tx, [{ action: 'delete', targetKind: 'user', targetId: FORGOTTEN_ID, reason, actorId: by }])
      },
    },
    userId,
  )
}
