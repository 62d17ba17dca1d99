import type { Deps } from '#server/platform/deps.ts'
import { countChanges } from './change-queries.ts'
import { refreshTrending } from './refresh-trending.ts'
import { openHourOf } from './rules.ts'

/** Maximum interval between refreshes of unchanged lists: votes decay while the other components do not. */
const UNCHANGED_MS = 10 * 60_000

/**
 * Refreshes the lists if something has changed since this node's last refresh: the underlying tables, the start and end hours, or
 * enough time has passed. Without this check, an idle site would rewrite the same lists every minute.
 * @returns whether they were refreshed
 */
export function createTrendingRefresher(
  deps: Pick<Deps, 'db'>,
  clock: () => Date = () => new Date(),
): () => Promise<boolean> {
  let last: { changes: string; hour: number; at: number } | undefined
  return async () => {
    const now = clock()
    // Read the counters first, so that concurrent writes count for the next refresh.
    const changes = await countChanges(deps.db)
    const hour = openHourOf(now).getTime()
    const isUnchanged = last !== undefined && changes === last.changes && hour === last.hour
    if (isUnchanged && now.getTime() - (last?.at ?? 0) < UNCHANGED_MS) return false
    const isWhole = await refreshTrending(deps, now)
    last = isWhole && changes !== null ? { changes, hour, at: now.getTime() } : undefined
    return true
  }
}
