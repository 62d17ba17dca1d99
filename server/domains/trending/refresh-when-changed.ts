import type { Deps } from '#server/platform/deps.ts'
import { countChanges } from './change-queries.ts'
import { refreshTrending } from './refresh-trending.ts'
import { openHourOf } from './rules.ts'

/** Unchanged lists are refreshed after this time, since votes lose weight and what beside them counts does not. */
const UNCHANGED_MS = 10 * 60_000

/**
 * Refreshes the lists where something has changed since this node last did: what they count, the hour with which they begin and end, or
 * the time. A site at rest would else rewrite the same lists every minute.
 * @returns whether they were refreshed
 */
export function createTrendingRefresher(
  deps: Pick<Deps, 'db'>,
  clock: () => Date = () => new Date(),
): () => Promise<boolean> {
  let last: { changes: string; hour: number; at: number } | undefined
  return async () => {
    const now = clock()
    // Read first: what is written meanwhile counts for the next refresh.
    const changes = await countChanges(deps.db)
    const hour = openHourOf(now).getTime()
    const isUnchanged = last !== undefined && changes === last.changes && hour === last.hour
    if (isUnchanged && now.getTime() - (last?.at ?? 0) < UNCHANGED_MS) return false
    const isWhole = await refreshTrending(deps, now)
    last = isWhole && changes !== null ? { changes, hour, at: now.getTime() } : undefined
    return true
  }
}
