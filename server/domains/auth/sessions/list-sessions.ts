import type { SessionInfo } from '#contract/auth/sessions.ts'
import { SESSION_IDLE_DAYS } from '#contract/limits.ts'
import type { Deps } from '#server/platform/deps.ts'
import { describeDevice } from '#server/platform/describe-device.ts'
import type { Member } from '#server/platform/viewer.ts'
import { findLiveSessions } from '../queries.ts'

/** When a session ends: at its expiry, or earlier if it stays unused. */
const endOf = ({ expires_at, last_used_at }: { expires_at: Date; last_used_at: Date }) =>
  new Date(Math.min(expires_at.getTime(), last_used_at.getTime() + SESSION_IDLE_DAYS * 86_400_000))

/** Lists the member's sessions: the current one first, then by last use. */
export async function listSessions(deps: Pick<Deps, 'db'>, viewer: Member): Promise<SessionInfo[]> {
  const rows = await findLiveSessions(deps.db, viewer.userId)
  const sessions = rows.map((row) => ({
    _id: row.id,
    device: describeDevice(row.user_agent, viewer.language),
    current: row.id === viewer.sessionId,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    expiresAt: endOf(row).toISOString(),
  }))
  return sessions.sort((a, b) => Number(b.current) - Number(a.current))
}
