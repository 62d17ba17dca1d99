import * as z from 'zod'
import type { Deps } from '#server/deps.ts'
import { type JobKind, worker } from '#server/jobs/jobs.ts'
import { refreshTrending } from './refresh-trending.ts'

/** Every minute, on one node for all. */
export const refreshTrendingJob: JobKind<Record<string, never>> = {
  name: 'refresh-trending',
  schema: z.object({}) as unknown as z.ZodType<Record<string, never>>,
  retryLimit: 1,
  retryDelaySeconds: 5,
  timeLimitSeconds: 55,
  cron: '* * * * *',
}

export const refreshTrendingWorker = (deps: Pick<Deps, 'db'>) => worker(refreshTrendingJob, () => refreshTrending(deps))
