import { type SqlBool, sql } from 'kysely'
import { SESSION_IDLE_DAYS } from '#contract/limits.ts'

/**
 * What a live session is: neither ended, nor over, nor unused for too long. Every query says it with this.
 * @param alias the session's row in the statement
 */
export const isLiveSession = (alias = 'sessions') =>
  sql<SqlBool>`(${sql.ref(`${alias}.revoked_at`)} is null and ${sql.ref(`${alias}.expires_at`)} > now()
    and ${sql.ref(`${alias}.last_used_at`)} > now() - make_interval(days => ${SESSION_IDLE_DAYS}))`
