import { hasRole, type Role } from '#contract/people/roles.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockUser } from '../../../users/accounts.ts'
import { findGrantedRole, setGrantedRole } from '../identity-queries.ts'

/** A hook of the moderation domain, which logs the change. Throws admin.last. */
export interface GiveRole {
  giveRole(tx: Tx, userId: string, role: Role): Promise<void>
}

/**
 * Gives a member the role of their groups at the provider, if it is higher, and takes back the role that groups gave before. Does
 * not lower a role that an admin gave, and leaves the last admin in office.
 */
export async function applyGroupRole(
  deps: Pick<Deps, 'log'> & GiveRole,
  tx: Tx,
  person: { provider: string; subject: string; role: Role | null },
  userId: string,
): Promise<void> {
  const { role } = person
  const user = role && (await lockUser(tx, userId))
  if (!role || !user || user.role === role) return
  const isRaised = hasRole(role, user.role)
  if (!isRaised && (await findGrantedRole(tx, person)) !== user.role) return
  try {
    await deps.giveRole(tx, userId, role)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'admin.last') throw error
    deps.log.warn({ userId }, 'the last admin is in no admin group of the provider anymore, but remains an admin')
    return
  }
  await setGrantedRole(tx, person, role)
}
