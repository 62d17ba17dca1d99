import { NOTIFICATIONS_KEPT_DAYS } from '#contract/limits.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import { worker } from '#server/platform/jobs/jobs.ts'
import { recurringJob } from '#server/platform/jobs/recurring-job.ts'
import { isServiceDown } from '#server/platform/unavailable.ts'
import { type CheckDeps, checkSearch } from './check-search.ts'
import { claimDue, deleteOldFound } from './queries.ts'

const EVERY_MINUTES = 5
const BATCH = 50
/** At most 2,000 searches per run; the others wait for a later run. */
const BATCHES_MAX = 40
const DELETED_PER_RUN = 10_000

/** Notifies members of new memes that their saved searches find. */
export const checkSearchesJob = recurringJob({
  name: 'check-saved-searches',
  retryLimit: 2,
  retryDelaySeconds: 60,
  timeLimitSeconds: 240,
  concurrency: 1,
  cron: `*/${EVERY_MINUTES} * * * *`,
})

export const checkSearchesWorker = (deps: CheckDeps) =>
  worker(checkSearchesJob, (_, signal) => checkSearches(deps, { signal }))

/**
 * Checks the searches that have waited longest.
 * @param afterMinutes the time since the last check; less than the interval, because runs do not start to the second
 */
export async function checkSearches(
  deps: CheckDeps,
  { signal, afterMinutes = EVERY_MINUTES - 1 }: { signal?: AbortSignal; afterMinutes?: number } = {},
): Promise<void> {
  await withTransaction(deps.db, (tx) => deleteOldFound(tx, NOTIFICATIONS_KEPT_DAYS, DELETED_PER_RUN))
  for (let batch = 0; batch < BATCHES_MAX && !signal?.aborted; batch += 1) {
    const due = await withTransaction(deps.db, (tx) => claimDue(tx, afterMinutes, BATCH))
    for (const search of due) {
      if (signal?.aborted) return
      try {
        await checkSearch(deps, search)
      } catch (error) {
        if (isServiceDown(error)) throw error
        // Others of the batch are waiting, and no run claims them again soon.
        deps.log.warn({ err: error, searchId: search.id }, 'could not check a saved search')
      }
    }
    if (due.length < BATCH) return
  }
}
