import type { Deps } from '#server/deps.ts'
import { worker } from '#server/jobs/jobs.ts'
import { recurringJob } from '#server/jobs/recurring-job.ts'
import { refreshTrending } from './refresh-trending.ts'

/** Every minute, on one node for all. */
export const refreshTrendingJob = recurringJob({
  name: 'refresh-trending',
  retryLimit: 1,
  retryDelaySeconds: 5,
  timeLimitSeconds: 280,
  cron: '* * * * *',
})

export const refreshTrendingWorker = (deps: Pick<Deps, 'db'>) => worker(refreshTrendingJob, () => refreshTrending(deps))
