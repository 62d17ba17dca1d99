import { PERIODS } from '#contract/memes/trending.ts'
import { publish } from '#server/platform/change-bus/change-bus.ts'
import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { sumClosedFollows } from './closed-follows-queries.ts'
import {
  analyzeSums,
  type ClosedHours,
  countHours,
  findClosedHours,
  haveHoursChanged,
  sumAll,
  sumClosedHours,
} from './closed-hours-queries.ts'
import { recomputeContenders } from './contender-queries.ts'
import {
  beginGeneration,
  copyLists,
  deleteTrendingMemes,
  endGeneration,
  insertTrendingMemes,
  insertTrendingUsers,
  type Span,
} from './refresh-queries.ts'
import { beginOf, openHourOf, REFRESH_LIMITS } from './rules.ts'

/**
 * Refreshes all lists for all nodes in one transaction, so that requests see either the old or the new lists.
 * @returns whether all lists were refreshed, with none postponed
 */
export async function refreshTrending(
  deps: Pick<Deps, 'db'>,
  now: Date = new Date(),
  limits = REFRESH_LIMITS,
): Promise<boolean> {
  return withTransaction(deps.db, async (tx) => {
    const generation = await beginGeneration(tx, now)
    const spans = PERIODS.map((period) => ({ period, begin: beginOf(period, now), open: openHourOf(now), now }))
    const closed: ClosedHours[] = []
    let hoursLeft = limits.recomputedHoursMax
    for (const { period, begin, open } of spans) {
      let hours = await findClosedHours(tx, period, begin, open)
      if (hours) await sumClosedHours(tx, hours, limits.contenders)
      else {
        const count = await countHours(tx, begin, hoursLeft + 1)
        // Shorter lists come first; postpone this one to the next refresh.
        if (count > hoursLeft && hoursLeft < limits.recomputedHoursMax) continue
        hoursLeft = Math.max(0, hoursLeft - count)
        hours = await sumAll(tx, { period, begin, open }, limits.contenders)
      }
      closed.push(hours)
    }
    await sumClosedFollows(tx, closed)
    if (closed.some(haveHoursChanged)) await analyzeSums(tx)
    for (const span of spans) {
      const hours = closed.find(({ period }) => period === span.period)
      if (!hours) {
        await copyLists(tx, generation, span)
        continue
      }
      await listMemes(tx, generation, span, hours.decayedTo, limits.contenders)
      await insertTrendingUsers(tx, generation, span)
    }
    await endGeneration(tx, generation, now)
    await publish(tx, 'trendingChanged')
    return closed.length === spans.length
  })
}

/** If too few memes remain above the floor of the list, recomputes the sums with a new floor, and finally without a floor. */
async function listMemes(tx: Tx, generation: string, span: Span, as: Date, contenders: number): Promise<void> {
  for (const wanted of [contenders, null]) {
    if (await insertTrendingMemes(tx, generation, span)) return
    await deleteTrendingMemes(tx, generation, span)
    await recomputeContenders(tx, { period: span.period, from: span.begin, before: span.open, as }, wanted)
  }
  await insertTrendingMemes(tx, generation, span)
}
