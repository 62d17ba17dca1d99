import { withTransaction } from '#server/platform/db/db.ts'
import { MEDIA_PURGE_KEY, removeValue, storeValue } from '#server/platform/db/stored-value-queries.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Worker, worker } from '#server/platform/jobs/jobs.ts'
import { recurringJob } from '#server/platform/jobs/recurring-job.ts'
import { mediaPath } from '#server/platform/media-path.ts'
import { countPurges, deletePurges, findPurges } from './purge-queries.ts'

/** Maximum addresses per call, as the smallest CDN plans allow. */
const ADDRESSES_PER_CALL = 30
const CALLS_MAX = 200
const CALL_TIMEOUT_MS = 15_000

/**
 * Purges pictures that are no longer visible from the caches in front of the site, at MEDIA_PURGE_URL. Failed purges are retried
 * every minute.
 */
export const purgeCachesJob = recurringJob({
  name: 'purge-caches',
  retryLimit: 0,
  retryDelaySeconds: 10,
  timeLimitSeconds: 300,
  cron: '* * * * *',
  countBacklog: countPurges,
})

type PurgeDeps = Pick<Deps, 'db' | 'config'>

export const purgeCachesWorker = (deps: PurgeDeps): Worker =>
  worker(purgeCachesJob, (_, signal) => purgeCaches(deps, signal))

/** Starts recording hidden pictures for the job, or stops it without MEDIA_PURGE_URL. */
export async function setPurgeRecording({ db, config }: PurgeDeps): Promise<void> {
  await withTransaction(db, (tx) =>
    config.mediaPurgeUrl === undefined ? removeValue(tx, MEDIA_PURGE_KEY) : storeValue(tx, MEDIA_PURGE_KEY, 'on'),
  )
}

/** Returns the path of a stored file; a recorded path of the site stays as is. */
const pathOf = (key: string): string => (key.startsWith('/') ? key : mediaPath(key))

/**
 * Purges the recorded pictures.
 * @throws a one-line error when a call fails; the pictures of that call stay recorded
 */
export async function purgeCaches({ db, config }: PurgeDeps, signal: AbortSignal): Promise<void> {
  const { mediaPurgeUrl, mediaPurgeToken } = config
  if (mediaPurgeUrl === undefined) return
  for (let call = 0; call < CALLS_MAX && !signal.aborted; call += 1) {
    const purges = await findPurges(db, ADDRESSES_PER_CALL)
    if (purges.length === 0) return
    const files = purges.map(({ key }) => new URL(pathOf(key), config.publicUrl).href)
    const answer = await fetch(mediaPurgeUrl, {
      method: 'POST',
      redirect: 'error',
      headers: {
        'content-type': 'application/json',
        ...(mediaPurgeToken === undefined ? {} : { authorization: `Bearer ${mediaPurgeToken}` }),
      },
      body: JSON.stringify({ files }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]),
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`MEDIA_PURGE_URL answered ${answer.status}`)
    await withTransaction(db, (tx) => deletePurges(tx, purges))
  }
}
