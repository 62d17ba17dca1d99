import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Member } from '#server/platform/viewer.ts'
import { findEndedSuspensions } from './desk-people-queries.ts'
import { type ModerationDeps, suspendMember, unsuspendMember } from './moderate.ts'

/** `suspendMember` until a time that is still to come. Throws request.invalid for another. */
export async function suspendByModerator(
  deps: ModerationDeps,
  viewer: Member,
  idOrName: string,
  reason: string,
  until: string | undefined,
): Promise<{ decisionId: string }> {
  if (until !== undefined && Date.parse(until) <= Date.now())
    throw new AppError('request.invalid', { errors: [{ path: 'until', code: 'outOfRange' }] })
  return suspendMember(deps, viewer.userId, idOrName, reason, until === undefined ? null : new Date(until))
}

const BATCH = 100

/** Ends suspensions whose time is over; `signal` stops it between two. */
export async function liftEndedSuspensions(
  deps: ModerationDeps & Pick<Deps, 'log'>,
  signal: AbortSignal,
): Promise<void> {
  for (const id of await findEndedSuspensions(deps.db, BATCH)) {
    if (signal.aborted) return
    // Somebody else may have ended it.
    await unsuspendMember(deps, null, id, '').catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
    })
  }
}
