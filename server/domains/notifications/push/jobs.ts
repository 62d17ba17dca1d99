import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { endingInTime, worker } from '#server/platform/jobs/jobs.ts'
import { recurringJob } from '#server/platform/jobs/recurring-job.ts'
import { deliverPushes, type PushDeps } from './deliver-pushes.ts'
import { readPushKeys } from './push-keys.ts'
import { isAnySubscribed } from './queries.ts'

/** Pushes due notifications; also queued immediately when there is news. */
export const deliverPushesJob = recurringJob({
  name: 'deliver-pushes',
  retryLimit: 2,
  retryDelaySeconds: 10,
  timeLimitSeconds: 300,
  concurrency: 1,
  cron: '* * * * *',
})

export const deliverPushesWorker = (deps: PushDeps) =>
  worker(deliverPushesJob, (_, signal) => deliverPushes(deps, { signal: endingInTime(signal, deliverPushesJob) }))

/** Batches news within this time. */
const GATHERED_MS = 500
const GATHERED_MAX = 1000

/** Queues the job when a member with a subscribed browser has news. Returns a function that stops it. */
export function wakePushes(deps: Pick<Deps, 'db' | 'jobs' | 'bus' | 'log'>): () => void {
  const members = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const wake = async () => {
    timer = undefined
    const ids = [...members]
    members.clear()
    if (!(await readPushKeys(deps)) || !(await isAnySubscribed(deps.db, ids))) return
    await withTransaction(deps.db, (tx) => deps.jobs.enqueue(tx, deliverPushesJob, {}, { key: 'now' }))
  }
  let isStopped = false
  deps.bus.on(['notified'], (userId) => {
    if (isStopped) return
    if (members.size < GATHERED_MAX) members.add(userId)
    // The next minute's run sends pushes that fail here.
    timer ??= setTimeout(() => void wake().catch((error) => deps.log.warn({ err: error }, 'pushes wait')), GATHERED_MS)
    timer.unref()
  })
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
