import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Member } from '#server/platform/viewer.ts'
import { findEndedSuspensions } from './desk-people-queries.ts'
import { type ModerationDeps, suspendMember, unsuspendMember } from './moderate.ts'

/** Calls `suspendMember` with an end in the future. Throws request.invalid for an end in the past. */
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

/** Ends expired suspensions; `signal` stops it between two of them. */
export async function liftEndedSuspensions(
  deps: ModerationDeps & Pick<Deps, 'log'>,
  signal: AbortSignal,
): Promise<void> {
  for (const id of await findEndedSuspensions(deps.db, BATCH)) {
    if (signal.aborted) return
    // Another moderator may have ended it already.
    await unsuspendMember(deps, null, id, '').catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
    })
  }
}
