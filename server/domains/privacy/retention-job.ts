import * as z from 'zod'
import type { Deps } from '#server/deps.ts'
import { type JobKind, worker } from '#server/jobs/jobs.ts'
import type { LeavingHooks } from '../auth/delete-account.ts'
import { runRetention } from './run-retention.ts'

/** Once a day, on one node for all. */
export const retentionJob: JobKind<Record<string, never>> = {
  name: 'retention',
  schema: z.object({}) as unknown as z.ZodType<Record<string, never>>,
  retryLimit: 3,
  retryDelaySeconds: 300,
  timeLimitSeconds: 3600,
  cron: '23 3 * * *',
}

export const retentionWorker = (deps: Pick<Deps, 'config' | 'db' | 'jobs' | 'log'> & LeavingHooks) =>
  worker(retentionJob, () => runRetention(deps, new Date()))
