import * as z from 'zod'
import { withTransaction } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import { type JobKind, worker } from '#server/jobs/jobs.ts'
import { recurringJob } from '#server/jobs/recurring-job.ts'
import { deleteBlobs, lockOrphanBlobs, purgeMeme } from './queries.ts'
import { blockFiles, findLeftUnblocked, lockFiles } from './take-down-queries.ts'

const BATCH = 100
const BATCHES_MAX = 1000

/** Removes files that no meme and no avatar refers to, and blocks what only removed memes do. */
export const sweepBlobsJob = recurringJob({
  name: 'sweep-blobs',
  retryLimit: 3,
  retryDelaySeconds: 30,
  timeLimitSeconds: 600,
  cron: '17 * * * *',
})

const PurgeMeme = z.object({ memeId: z.string() })

/** Ends a meme that its owner deleted, once that can no longer be taken back: row, and files nobody else shares. */
export const purgeMemeJob: JobKind<z.infer<typeof PurgeMeme>> = {
  name: 'purge-meme',
  schema: PurgeMeme,
  retryLimit: 5,
  retryDelaySeconds: 10,
  timeLimitSeconds: 120,
}

export const purgeMemeWorker = (deps: Pick<Deps, 'db' | 'blobs'>) =>
  worker(purgeMemeJob, async ({ memeId }) => {
    await withTransaction(deps.db, (tx) => purgeMeme(tx, memeId))
    await sweepBlobs(deps)
  })

export const sweepBlobsWorker = (deps: Pick<Deps, 'db' | 'blobs'>) => worker(sweepBlobsJob, () => sweepBlobs(deps))

/**
 * Removes files that no row names, and blocks those that only removed memes name by now. Files go while their rows are
 * locked: an upload that is about to name one waits, then stores it anew.
 */
export async function sweepBlobs(deps: Pick<Deps, 'db' | 'blobs'>): Promise<void> {
  await blockLeft(deps)
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const swept = await withTransaction(deps.db, async (tx) => {
      const keys = await lockOrphanBlobs(tx, BATCH)
      for (const key of keys) await deps.blobs.remove(key)
      await deleteBlobs(tx, keys)
      return keys.length
    })
    if (swept < BATCH) return
  }
}

/** A removed picture that somebody else showed as well is out of sight once that meme or avatar is gone too. */
async function blockLeft({ db }: Pick<Deps, 'db'>): Promise<void> {
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const keys = await findLeftUnblocked(db, BATCH)
    await withTransaction(db, async (tx) => {
      await lockFiles(tx, keys)
      await blockFiles(tx, keys)
    })
    if (keys.length < BATCH) return
  }
}
