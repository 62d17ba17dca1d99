import type { Deps } from '#server/platform/deps.ts'
import { worker } from '#server/platform/jobs/jobs.ts'
import { recurringJob } from '#server/platform/jobs/recurring-job.ts'
import { createTrendingRefresher } from './refresh-when-changed.ts'

/** Refreshes changed lists; runs every minute on one node. */
export const refreshTrendingJob = recurringJob({
  name: 'refresh-trending',
  retryLimit: 1,
  retryDelaySeconds: 5,
  timeLimitSeconds: 280,
  cron: '* * * * *',
})

export function refreshTrendingWorker(deps: Pick<Deps, 'db'>) {
  const refresh = createTrendingRefresher(deps)
  return worker(refreshTrendingJob, async () => {
    await refresh()
  })
}
