import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Member } from '#server/platform/viewer.ts'
import { recordSecurityEvent } from '../../security-log/record-event.ts'
import { lockUser } from '../../users/accounts.ts'
import { voidFirstFactorsOfAll } from '../../users/credentials.ts'
import { getMe } from '../../users/get-user.ts'
import { endTokensOfAll } from '../access-tokens/token-queries.ts'
import { mailChange } from '../credentials-changed.ts'
import { endSignIns } from '../end-sign-ins.ts'
import { revokeAllSessions, revokeSessionRow } from '../queries.ts'

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

/** Ends every session of the member except the current one and, if requested, the access tokens. */
export async function endOtherSessions(
  deps: RevokeDeps & Pick<Deps, 'jobs'>,
  viewer: Member,
  { endTokens }: { endTokens: boolean },
): Promise<void> {
  const me = await getMe(deps, viewer)
  await withTransaction(deps.db, async (tx) => {
    const how = { exceptSessionId: viewer.sessionId, endTokens, from: viewer }
    const tokens = await endSignIns(deps, tx, me, how)
    await recordSecurityEvent(deps, tx, { event: 'sessions-ended', userId: me.id, from: viewer })
    if (tokens > 0) await mailChange(deps, tx, viewer, me, 'tokensEnded')
  })
}

/** Operator command: ends all sessions and access tokens of a member. Throws user.notFound. */
export async function signOut(deps: RevokeDeps, userId: string): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) throw new AppError('user.notFound')
    await endSignIns(deps, tx, user, { exceptSessionId: null, endTokens: true })
    await recordSecurityEvent(deps, tx, { event: 'sessions-ended', userId })
  })
}

/** Operator command: ends all sessions and access tokens of all members. Returns how many members had a session. */
export async function signOutAll(deps: RevokeDeps): Promise<number> {
  return withTransaction(deps.db, async (tx) => {
    await voidFirstFactorsOfAll(tx)
    const members = await revokeAllSessions(tx)
    for (const userId of await endTokensOfAll(tx))
      await recordSecurityEvent(deps, tx, { event: 'tokens-ended', userId })
    for (const userId of members) await recordSecurityEvent(deps, tx, { event: 'sessions-ended', userId })
    return members.length
  })
}
