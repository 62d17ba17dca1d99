import type { LogEvent } from 'kysely'
import { cut } from '#contract/bounded.ts'

const LINES_PER_MINUTE = 30
const MINUTE_MS = 60_000
const STATEMENT_MAX_CHARS = 2000

export interface SlowQueryOptions {
  /** Minimum duration in milliseconds for logging a statement; 0 disables the log. */
  fromMs: number
  warn: (object: unknown, message: string) => void
  now?: () => number
}

/**
 * Logs the text of slow statements, with values shown only as $1, $2, …. Logs at most thirty per minute: while everything is
 * slow, more lines add nothing.
 */
export function createSlowQueryLog({ fromMs, warn, now = () => performance.now() }: SlowQueryOptions) {
  let minute = -1
  let lines = 0
  let unsaid = 0
  return ({ query, queryDurationMillis }: Pick<LogEvent, 'query' | 'queryDurationMillis'>): void => {
    if (fromMs === 0 || queryDurationMillis < fromMs) return
    const current = Math.floor(now() / MINUTE_MS)
    if (current !== minute) {
      if (unsaid > 0) warn({ unsaid }, 'more slow queries were not logged')
      minute = current
      lines = 0
      unsaid = 0
    }
    lines += 1
    if (lines > LINES_PER_MINUTE) {
      unsaid += 1
      return
    }
    const statement = cut(query.sql.replace(/\s+/g, ' ').trim(), STATEMENT_MAX_CHARS)
    warn({ ms: Math.round(queryDurationMillis), statement }, 'slow query')
  }
}
