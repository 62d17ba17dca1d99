import type { Role } from '#contract/roles.ts'
import { withTransaction } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import { changeRole } from '../users/change-role.ts'
import { appendLog } from './queries.ts'

/** Gives a member another role; the log says who did, and from which role to which. Throws user.notFound. */
export async function changeMemberRole(
  deps: Pick<Deps, 'db'>,
  actorId: string | null,
  idOrName: string,
  role: Role,
): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    const user = await changeRole(tx, idOrName, role)
    if (user.role === role) return
    const reason = `${user.role} → ${role}`
    await appendLog(tx, [{ action: 'role', targetKind: 'user', targetId: user.id, reason, actorId }])
  })
}
