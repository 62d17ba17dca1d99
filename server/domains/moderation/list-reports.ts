import type { Deps } from '#server/platform/deps.ts'
import { findOpenReports, type OpenReport, readLog } from './queries.ts'

const SHOWN = 200

/** Open reports, oldest first, 200 at most. */
export function listReports(deps: Pick<Deps, 'db'>): Promise<OpenReport[]> {
  return findOpenReports(deps.db, SHOWN)
}

/** What operators did last, newest first, 200 entries at most. */
export function listLog(deps: Pick<Deps, 'db'>): ReturnType<typeof readLog> {
  return readLog(deps.db, SHOWN)
}
