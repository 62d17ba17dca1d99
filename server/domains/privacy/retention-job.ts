import type { Deps } from '#server/platform/deps.ts'
import { worker } from '#server/platform/jobs/jobs.ts'
import { recurringJob } from '#server/platform/jobs/recurring-job.ts'
import type { AccountDeletionHooks } from '../auth/account/delete-account.ts'
import { runRetention } from './run-retention.ts'

/** Runs once a day, on one node. */
export const retentionJob = recurringJob({
  name: 'retention',
  retryLimit: 3,
  retryDelaySeconds: 300,
  timeLimitSeconds: 3600,
  cron: '23 3 * * *',
})

export const retentionWorker = (deps: Pick<Deps, 'config' | 'db' | 'jobs' | 'log'> & AccountDeletionHooks) =>
  worker(retentionJob, () => runRetention(deps, new Date()))
