import type { Numbers } from '#contract/moderation/admin.ts'
import type { Deps } from '#server/platform/deps.ts'
import { getSiteStorage } from '../memes/quota.ts'
import { findDays, findTotals } from './queries.ts'

/** Returns current totals and the daily new counts of the last `days` days. */
export async function getNumbers(deps: Pick<Deps, 'db'>, days: number): Promise<Numbers> {
  const [totals, { used, max }] = await Promise.all([findTotals(deps.db), getSiteStorage(deps.db)])
  return {
    totals: {
      ...totals,
      storageBytes: used.bytes,
      memesMax: max.memes,
      storageBytesMax: max.bytes,
      oldestReportAt: totals.oldestReportAt?.toISOString() ?? null,
      oldestReviewAt: totals.oldestReviewAt?.toISOString() ?? null,
    },
    days: await findDays(deps.db, days),
  }
}
