import { withTransaction } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Member } from '#server/viewer.ts'
import { revokeOtherSessions, revokeSessionRow } from '../queries.ts'

/** Ends one of the member's own sessions. Throws session.notFound, also for others' sessions. */
export async function revokeSession(deps: Pick<Deps, 'db'>, viewer: Member, sessionId: string): Promise<void> {
  const wasLive = await withTransaction(deps.db, (tx) => revokeSessionRow(tx, sessionId, viewer.userId))
  if (!wasLive) throw new AppError('session.notFound')
}

/** Ends every session of the member except the one that asks. */
export async function endOtherSessions(deps: Pick<Deps, 'db'>, viewer: Member): Promise<void> {
  await withTransaction(deps.db, (tx) => revokeOtherSessions(tx, viewer.userId, viewer.sessionId))
}
