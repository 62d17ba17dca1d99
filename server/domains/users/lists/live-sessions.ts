import { type SqlBool, sql } from 'kysely'
import { SESSION_IDLE_DAYS } from '#contract/limits.ts'

/**
 * Condition for a live session: not ended, not expired, not idle for too long. Every query uses this condition.
 * @param alias the session's row in the statement
 */
export const isLiveSession = (alias = 'sessions') =>
  sql<SqlBool>`(${sql.ref(`${alias}.revoked_at`)} is null and ${sql.ref(`${alias}.expires_at`)} > now()
    and ${sql.ref(`${alias}.last_used_at`)} > now() - make_interval(days => ${SESSION_IDLE_DAYS}))`
