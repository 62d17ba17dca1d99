import { DELETED_USERNAME_HOLD_DAYS } from '#contract/limits.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { worker } from '#server/platform/jobs/jobs.ts'
import { recurringJob } from '#server/platform/jobs/recurring-job.ts'
import { forgetDeletedPasswords } from './queries.ts'
import { deleteStaleSignIn } from './throttle/throttle-queries.ts'

const KNOWN_SOURCE_DAYS = 90
const ENDED_SESSION_DAYS = 30

/** Deletes outdated sign-in data. */
export const sweepSignInJob = recurringJob({
  name: 'sweep-sign-in',
  retryLimit: 3,
  retryDelaySeconds: 60,
  timeLimitSeconds: 300,
  cron: '41 * * * *',
})

export const sweepSignInWorker = (deps: Pick<Deps, 'db'>) =>
  worker(sweepSignInJob, () =>
    withTransaction(deps.db, async (tx) => {
      await deleteStaleSignIn(tx, { source: KNOWN_SOURCE_DAYS, session: ENDED_SESSION_DAYS })
      await forgetDeletedPasswords(tx, new Date(Date.now() - DELETED_USERNAME_HOLD_DAYS * 86_400_000))
    }),
  )
