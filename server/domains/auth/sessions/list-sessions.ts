import type { SessionInfo } from '#contract/auth.ts'
import type { Deps } from '#server/deps.ts'
import type { Member } from '#server/viewer.ts'
import { findLiveSessions } from '../queries.ts'
import { describeDevice } from './describe-device.ts'

/** The member's sessions: the current one first, then by last use. */
export async function listSessions(deps: Pick<Deps, 'db'>, viewer: Member): Promise<SessionInfo[]> {
  const rows = await findLiveSessions(deps.db, viewer.userId)
  const sessions = rows.map((row) => ({
    _id: row.id,
    device: describeDevice(row.user_agent, viewer.language),
    current: row.id === viewer.sessionId,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }))
  return sessions.sort((a, b) => Number(b.current) - Number(a.current))
}
