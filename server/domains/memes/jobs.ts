import * as z from 'zod'
import { type Db, type Tx, withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type JobKind, worker } from '#server/platform/jobs/jobs.ts'
import { recurringJob } from '#server/platform/jobs/recurring-job.ts'
import { deleteBlobs, lockOrphanBlobs, purgeMeme, type SweptFiles, settleReferenced } from './queries.ts'
import { addUpStorageChanges } from './quota-queries.ts'
import { filesInFlight } from './store-files.ts'
import { blockFiles, findLeftUnblocked, findLeftUnhidden, hideUnseenFiles, lockFiles } from './take-down-queries.ts'

const BATCH = 100
const BATCHES_MAX = 1000

/** Removes unreferenced files, blocks files that only removed memes use, and hides files that only suspended members use. */
export const sweepBlobsJob = recurringJob({
  name: 'sweep-blobs',
  retryLimit: 3,
  retryDelaySeconds: 30,
  timeLimitSeconds: 600,
  cron: '17 * * * *',
})

const PurgeMeme = z.object({ memeId: z.string() })

/** Purges a deleted meme after the undo period: its row, and files that nothing else uses. */
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
 * Removes files that no row references, blocks those that only removed memes reference, and hides those that only suspended
 * members reference. It removes files while their rows are locked: an upload about to reference one waits and then stores it
 * again. Also adds up the changes of the site's totals.
 */
export async function sweepBlobs(deps: Pick<Deps, 'db' | 'blobs'>): Promise<void> {
  await settleLeft(deps.db, findLeftUnblocked, blockFiles)
  await settleLeft(deps.db, findLeftUnhidden, hideUnseenFiles)
  await sweepUnused(deps, 'all')
  await withTransaction(deps.db, (tx) => addUpStorageChanges(tx))
}

/** Sweeps only the files of failed uploads and crashes. It uses an index, so it can run often and on each node. */
export const sweepAnnounced = (deps: Pick<Deps, 'db' | 'blobs'>): Promise<void> => sweepUnused(deps, 'announced')

async function sweepUnused(deps: Pick<Deps, 'db' | 'blobs'>, of: SweptFiles): Promise<void> {
  await settleReferenced(deps.db)
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const swept = await withTransaction(deps.db, async (tx) => {
      const keys = await lockOrphanBlobs(tx, { of, limit: BATCH, inFlight: filesInFlight() })
      for (const key of keys) await deps.blobs.remove(key)
      await deleteBlobs(tx, keys)
      return keys.length
    })
    if (swept < BATCH) return
  }
}

/**
 * Settles files of removed memes or suspended members that another meme also used: once that meme is gone, blocks or hides them.
 */
async function settleLeft(
  db: Db,
  find: (db: Db, limit: number) => Promise<string[]>,
  settle: (tx: Tx, keys: string[]) => Promise<void>,
): Promise<void> {
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const keys = await find(db, BATCH)
    await withTransaction(db, async (tx) => {
      await lockFiles(tx, keys)
      await settle(tx, keys)
    })
    if (keys.length < BATCH) return
  }
}
