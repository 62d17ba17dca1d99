import { hasRole, type Role } from '#contract/roles.ts'
import type { Db } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Member } from '#server/viewer.ts'
import { findUser } from '../users/accounts.ts'
import { findEndedSuspensions } from './desk-people-queries.ts'
import { type ModerationDeps, suspendMember, unsuspendMember } from './moderate.ts'

/** A moderator acts on members, an admin on everybody below. Throws user.notFound, moderation.protected. */
export async function requirePowerOver(
  db: Db,
  viewer: Member,
  idOrName: string,
  { orEqual = false } = {},
): Promise<{ id: string; role: Role }> {
  const user = await findUser(db, idOrName)
  if (!user) throw new AppError('user.notFound')
  const isProtected = hasRole(user.role, viewer.role) && !(orEqual && user.role === viewer.role)
  if (user.id === viewer.userId || isProtected) throw new AppError('moderation.protected')
  return { id: user.id, role: user.role }
}

/** Throws user.notFound, also for a member who is suspended already, and moderation.protected. */
export async function suspendByModerator(
  deps: ModerationDeps,
  viewer: Member,
  idOrName: string,
  reason: string,
  until: string | undefined,
): Promise<{ decisionId: string }> {
  if (until !== undefined && Date.parse(until) <= Date.now())
    throw new AppError('request.invalid', { errors: [{ path: 'until', code: 'outOfRange' }] })
  const { id } = await requirePowerOver(deps.db, viewer, idOrName)
  return suspendMember(deps, viewer.userId, id, reason, until === undefined ? null : new Date(until))
}

export async function unsuspendByModerator(
  deps: ModerationDeps,
  viewer: Member,
  idOrName: string,
  reason: string,
): Promise<{ decisionId: string }> {
  const { id } = await requirePowerOver(deps.db, viewer, idOrName)
  return unsuspendMember(deps, viewer.userId, id, reason)
}

const BATCH = 100

/** Ends suspensions whose time is over; `signal` stops it between two. */
export async function liftEndedSuspensions(
  deps: ModerationDeps & Pick<Deps, 'log'>,
  signal: AbortSignal,
): Promise<void> {
  for (const id of await findEndedSuspensions(deps.db, new Date(), BATCH)) {
    if (signal.aborted) return
    // Somebody else may have ended it.
    await unsuspendMember(deps, null, id, '').catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
    })
  }
}
