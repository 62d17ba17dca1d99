import type { Deps } from '#server/platform/deps.ts'
import { findOpenReports, type OpenReport, readLog } from './queries.ts'

const SHOWN = 200

/** Returns open reports, oldest first, 200 at most. */
export function listReports(deps: Pick<Deps, 'db'>): Promise<OpenReport[]> {
  return findOpenReports(deps.db, SHOWN)
}

/** Returns the latest moderation log entries, newest first, 200 at most. */
export function listLog(deps: Pick<Deps, 'db'>): ReturnType<typeof readLog> {
  return readLog(deps.db, SHOWN)
}
