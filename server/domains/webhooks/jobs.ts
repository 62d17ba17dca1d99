import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { endingInTime, worker } from '#server/platform/jobs/jobs.ts'
import { recurringJob } from '#server/platform/jobs/recurring-job.ts'
import { type DeliverDeps, deliverDue } from './deliver.ts'
import { countWaiting, deleteOldDeliveries } from './queries.ts'
import { DELIVERIES_MAX, RETENTION_DAYS } from './rules.ts'

const DAY_MS = 86_400_000
const BATCH = 1000
const BATCHES_MAX = 500

/** Sends due deliveries; also queued immediately when an event occurs. Concurrent runs share the work. */
export const deliverWebhooksJob = recurringJob({
  name: 'deliver-webhooks',
  retryLimit: 2,
  retryDelaySeconds: 10,
  timeLimitSeconds: 300,
  concurrency: 1,
  cron: '* * * * *',
  countBacklog: countWaiting,
})

export const deliverWebhooksWorker = (deps: DeliverDeps) =>
  worker(deliverWebhooksJob, (_, signal) =>
    deliverDue(deps, { now: () => new Date(), signal: endingInTime(signal, deliverWebhooksJob) }),
  )

/** Queues a run, unless one is already waiting. */
export const wakeDeliveries = (deps: Pick<Deps, 'db' | 'jobs'>): Promise<void> =>
  withTransaction(deps.db, (tx) => deps.jobs.enqueue(tx, deliverWebhooksJob, {}, { key: 'now' }))

/** Deletes deliveries that ended more than 30 days ago, and those beyond 1,000 per webhook. */
export const sweepDeliveriesJob = recurringJob({
  name: 'sweep-webhook-deliveries',
  retryLimit: 2,
  retryDelaySeconds: 60,
  timeLimitSeconds: 300,
  cron: '53 * * * *',
})

export const sweepDeliveriesWorker = (deps: Pick<Deps, 'db'>) =>
  worker(sweepDeliveriesJob, () => sweepDeliveries(deps, new Date()))

export async function sweepDeliveries(deps: Pick<Deps, 'db'>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - RETENTION_DAYS * DAY_MS)
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const gone = await withTransaction(deps.db, (tx) => deleteOldDeliveries(tx, before, DELIVERIES_MAX, BATCH))
    if (gone < BATCH) return
  }
}
