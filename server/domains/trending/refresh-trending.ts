import { PERIODS } from '#contract/trending.ts'
import { withTransaction } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import { sumClosedHours } from './closed-hours-queries.ts'
import { beginGeneration, endGeneration, insertTrendingMemes, insertTrendingUsers } from './refresh-queries.ts'
import { beginOf, openHourOf } from './rules.ts'

/** Prepares all lists anew, for every node, in one transaction: readers see the old lists or the new ones. */
export async function refreshTrending(deps: Pick<Deps, 'db'>, now: Date = new Date()): Promise<void> {
  const started = performance.now()
  await withTransaction(deps.db, async (tx) => {
    const generation = await beginGeneration(tx, now)
    for (const period of PERIODS) {
      const span = { period, begin: beginOf(period, now), open: openHourOf(now), now }
      await sumClosedHours(tx, period, span.begin, span.open)
      await insertTrendingMemes(tx, generation, span)
      await insertTrendingUsers(tx, generation, span)
    }
    await endGeneration(tx, generation, now, performance.now() - started)
  })
}
