import { NOTIFICATIONS_KEPT, NOTIFICATIONS_KEPT_DAYS } from '#contract/limits.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { worker } from '#server/platform/jobs/jobs.ts'
import { recurringJob } from '#server/platform/jobs/recurring-job.ts'
import { deleteOfEndedSessions } from './push/queries.ts'
import { deleteOldNotifications } from './queries.ts'

const DAY_MS = 86_400_000
const BATCH = 1000
const BATCHES_MAX = 500

/** Deletes notifications older than 90 days or beyond 500 per member, and push subscriptions of ended sessions. */
export const sweepNotificationsJob = recurringJob({
  name: 'sweep-notifications',
  retryLimit: 2,
  retryDelaySeconds: 60,
  timeLimitSeconds: 300,
  cron: '41 3 * * *',
})

export const sweepNotificationsWorker = (deps: Pick<Deps, 'db'>) =>
  worker(sweepNotificationsJob, () => sweepNotifications(deps, new Date()))

export async function sweepNotifications(deps: Pick<Deps, 'db'>, now: Date): Promise<void> {
  await withTransaction(deps.db, deleteOfEndedSessions)
  const before = new Date(now.getTime() - NOTIFICATIONS_KEPT_DAYS * DAY_MS)
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const deleted = await withTransaction(deps.db, (tx) =>
      deleteOldNotifications(tx, before, NOTIFICATIONS_KEPT, BATCH),
    )
    if (deleted < BATCH) return
  }
}
