import { withTransaction } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Member } from '#server/viewer.ts'
import { recordSecurityEvent } from '../../security-log/record-event.ts'
import { deleteAllTokens, deleteTokensOfAll } from '../access-tokens/token-queries.ts'
import { revokeAllSessions, revokeOtherSessions, revokeSessionRow } from '../queries.ts'

type RevokeDeps = Pick<Deps, 'config' | 'db'>

/** Ends one of the member's own sessions. Throws session.notFound, also for others' sessions. */
export async function revokeSession(deps: RevokeDeps, viewer: Member, sessionId: string): Promise<void> {
  const wasLive = await withTransaction(deps.db, async (tx) => {
    const revoked = await revokeSessionRow(tx, sessionId, viewer.userId)
    if (revoked) await recordSecurityEvent(deps, tx, { event: 'session-ended', userId: viewer.userId, from: viewer })
    return revoked
  })
  if (!wasLive) throw new AppError('session.notFound')
}

/** Ends every session of the member except the one that asks. */
export async function endOtherSessions(deps: RevokeDeps, viewer: Member): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    await revokeOtherSessions(tx, viewer.userId, viewer.sessionId)
    await recordSecurityEvent(deps, tx, { event: 'sessions-ended', userId: viewer.userId, from: viewer })
  })
}

/** The operator ends all sessions of a member, and their access tokens. */
export async function signOut(deps: RevokeDeps, userId: string): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    await revokeOtherSessions(tx, userId, null)
    await deleteAllTokens(tx, userId)
    await recordSecurityEvent(deps, tx, { event: 'sessions-ended', userId })
  })
}

/** The same for everybody. Returns how many members had a session. */
export async function signOutEverybody(deps: RevokeDeps): Promise<number> {
  return withTransaction(deps.db, async (tx) => {
    const members = await revokeAllSessions(tx)
    await deleteTokensOfAll(tx)
    for (const userId of members) await recordSecurityEvent(deps, tx, { event: 'sessions-ended', userId })
    return members.length
  })
}
