import { hasPowerOver } from '#contract/people/power.ts'
import { hasRole } from '#contract/people/roles.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { hasOtherAdmin, lockUsers, lockWithFollows } from '../users/accounts.ts'
import { isSuspendedMember } from '../users/lists/suspended.ts'

/** The id of the acting member; null for the operator on the command line. */
export type Actor = string | null

/**
 * Locks the actor and the affected member, so that their roles cannot change, and enforces ADR 190: a moderator decides about
 * members, an admin about every user, and no member about themselves or their own content. If no other admin is above the member,
 * as with the only admin, any other moderator may decide about their content. Throws moderation.protected; auth.forbidden and
 * auth.accountSuspended for an actor who has just lost their role or was suspended.
 * @param concerned null if a decision affects no member
 */
export async function requirePower(
  tx: Tx,
  by: Actor,
  concerned: string | null,
  over: 'person' | 'content',
): Promise<void> {
  if (by === null) return
  if (by === concerned) throw new AppError('moderation.protected')
  if (concerned !== null && over === 'person') await lockWithFollows(tx, concerned, [by])
  const locked = await lockUsers(tx, concerned === null ? [by] : [by, concerned])
  const actor = locked.find(({ id }) => id === by)
  if (!actor || !hasRole(actor.role, 'moderator')) throw new AppError('auth.forbidden')
  if (isSuspendedMember(actor)) throw new AppError('auth.accountSuspended')
  const other = locked.find(({ id }) => id === concerned)
  if (!other || hasPowerOver(actor.role, other.role)) return
  if (over === 'content' && !(await hasOtherAdmin(tx, other.id))) return
  throw new AppError('moderation.protected')
}
