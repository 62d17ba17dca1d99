import type { Deps } from '#server/deps.ts'
import { worker } from '#server/jobs/jobs.ts'
import { recurringJob } from '#server/jobs/recurring-job.ts'
import { refreshTrending } from './refresh-trending.ts'

/** Runs every minute on one node. */
export const refreshTrendingJob = recurringJob({
  name: 'refresh-trending',
  retryLimit: 1,
  retryDelaySeconds: 5,
  timeLimitSeconds: 280,
  cron: '* * * * *',
})

export const refreshTrendingWorker = (deps: Pick<Deps, 'db'>) => worker(refreshTrendingJob, () => refreshTrending(deps))
