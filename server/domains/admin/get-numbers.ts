import type { Numbers } from '#contract/admin.ts'
import type { Deps } from '#server/platform/deps.ts'
import { findDays, findTotals } from './queries.ts'

/** How the site is now, and what was new on each of the last days. */
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
