import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { worker } from '#server/platform/jobs/jobs.ts'
import { recurringJob } from '#server/platform/jobs/recurring-job.ts'
import { deleteWindowsBefore } from './queries.ts'
import { WINDOW_SECONDS } from './rules.ts'

/** Deletes expired view and copy windows. */
export const sweepWindowsJob = recurringJob({
  name: 'sweep-action-windows',
  retryLimit: 2,
  retryDelaySeconds: 60,
  timeLimitSeconds: 300,
  cron: '29 * * * *',
})

export const sweepWindowsWorker = (deps: Pick<Deps, 'db'>) =>
  worker(sweepWindowsJob, () =>
    withTransaction(deps.db, (tx) =>
      deleteWindowsBefore(tx, new Date(Date.now() - Math.max(WINDOW_SECONDS.view, WINDOW_SECONDS.copy) * 1000)),
    ),
  )
