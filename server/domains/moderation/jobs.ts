import type { Deps } from '#server/platform/deps.ts'
import { worker } from '#server/platform/jobs/jobs.ts'
import { recurringJob } from '#server/platform/jobs/recurring-job.ts'
import { liftEndedSuspensions } from './decide-users.ts'

/** Ends expired suspensions. */
export const liftSuspensionsJob = recurringJob({
  name: 'lift-suspensions',
  retryLimit: 1,
  retryDelaySeconds: 10,
  timeLimitSeconds: 55,
  cron: '* * * * *',
})

export const liftSuspensionsWorker = (deps: Deps) =>
  worker(liftSuspensionsJob, (_, signal) => liftEndedSuspensions(deps, signal))
