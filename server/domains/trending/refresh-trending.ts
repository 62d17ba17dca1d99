import { PERIODS } from '#contract/trending.ts'
import { withTransaction } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import { sumClosedFollows } from './closed-follows-queries.ts'
import { analyzeSums, type ClosedHours, haveHoursChanged, sumClosedHours } from './closed-hours-queries.ts'
import { beginGeneration, endGeneration, insertTrendingMemes, insertTrendingUsers } from './refresh-queries.ts'
import { beginOf, openHourOf } from './rules.ts'

/** Refreshes all lists for every node in one transaction, so that readers see either the old or the new lists. */
export async function refreshTrending(deps: Pick<Deps, 'db'>, now: Date = new Date()): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    const generation = await beginGeneration(tx, now)
    const spans = PERIODS.map((period) => ({ period, begin: beginOf(period, now), open: openHourOf(now), now }))
    const closed: ClosedHours[] = []
    for (const { period, begin, open } of spans) closed.push(await sumClosedHours(tx, period, begin, open))
    await sumClosedFollows(tx, closed)
    if (closed.some(haveHoursChanged)) await analyzeSums(tx)
    for (const span of spans) {
      await insertTrendingMemes(tx, generation, span)
      await insertTrendingUsers(tx, generation, span)
    }
    await endGeneration(tx, generation, now)
  })
}
