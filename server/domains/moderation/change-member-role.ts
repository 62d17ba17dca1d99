import type { Role } from '#contract/roles.ts'
import { type Tx, withTransaction } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import { recordSecurityEvent } from '../security-log/record-event.ts'
import { changeRole } from '../users/change-role.ts'
import type { Actor } from './moderate.ts'
import { appendLog } from './queries.ts'

/** Gives a member another role; the log says who did, and from which role to which. Throws user.notFound. */
export async function changeMemberRole(
  deps: Pick<Deps, 'config' | 'db'>,
  by: Actor,
  idOrName: string,
  role: Role,
): Promise<void> {
  await withTransaction(deps.db, (tx) => changeMemberRoleIn(deps, tx, by, idOrName, role))
}

export async function changeMemberRoleIn(
  deps: Pick<Deps, 'config'>,
  tx: Tx,
  by: Actor,
  idOrName: string,
  role: Role,
): Promise<void> {
  const user = await changeRole(tx, idOrName, role)
  if (user.role === role) return
  const reason = `${user.role} → ${role}`
  await recordSecurityEvent(deps, tx, { event: 'role-changed', userId: user.id, detail: role })
  await appendLog(tx, [{ action: 'role', targetKind: 'user', targetId: user.id, reason, actorId: by }])
}
