import type { Role } from '#contract/people/roles.ts'
import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { recordSecurityEvent } from '../security-log/record-event.ts'
import { findUser } from '../users/accounts.ts'
import { changeRole } from '../users/change-role.ts'
import { appendLog } from './queries.ts'
import { type Actor, requirePower } from './require-power.ts'

/**
 * Changes a member's role and logs the actor with the old and the new role. Throws user.notFound, admin.last, and the errors of
 * `requirePower`.
 */
export async function changeMemberRole(
  deps: Pick<Deps, 'config' | 'db'>,
  by: Actor,
  idOrName: string,
  role: Role,
): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    const user = await findUser(tx, idOrName)
    if (!user) throw new AppError('user.notFound')
    await requirePower(tx, by, user.id, 'person')
    await changeMemberRoleIn(deps, tx, by, user.id, role)
  })
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
