import type { Numbers } from '#contract/moderation/admin.ts'
import type { Deps } from '#server/platform/deps.ts'
import { findDays, findTotals } from './queries.ts'

/** Returns current totals and the daily new counts of the last `days` days. */
export async function getNumbers(deps: Pick<Deps, 'db'>, days: number): Promise<Numbers> {
  const totals = await findTotals(deps.db)
  return {
    totals: {
      ...totals,
      oldestReportAt: totals.oldestReportAt?.toISOString() ?? null,
      oldestReviewAt: totals.oldestReviewAt?.toISOString() ?? null,
    },
    days: await findDays(deps.db, days),
  }
}
