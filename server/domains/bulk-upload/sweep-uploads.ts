import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Worker, worker } from '#server/platform/jobs/jobs.ts'
import { processFileJob, queueFile, sweepUploadsJob } from './jobs.ts'
import { deleteUploadsBefore, findStrandedFiles } from './queries.ts'
import { removeStaged } from './receive-files.ts'
import { findOrphanObjects } from './staged-queries.ts'

const BATCH = 50
const OVERDUE_SECONDS = 60
const ABANDONED_SECONDS = 3600
const RETENTION_DAYS = 90

type SweepDeps = Pick<Deps, 'db' | 'jobs' | 'uploadStore'>

export const sweepUploadsWorker = (deps: SweepDeps): Worker =>
  worker(sweepUploadsJob, async () => {
    await requeueStrandedFiles(deps)
    await removeOrphanObjects(deps)
    await withTransaction(deps.db, (tx) => deleteUploadsBefore(tx, new Date(Date.now() - RETENTION_DAYS * 86_400_000)))
  })

/**
 * Enqueues a new job for files with a permanently failed job. The key prevents a second waiting job; a running one at most
 * loses its claim.
 */
export async function requeueStrandedFiles(deps: Pick<SweepDeps, 'db' | 'jobs'>): Promise<void> {
  const limits = { dueSeconds: OVERDUE_SECONDS, claimedSeconds: 2 * processFileJob.timeLimitSeconds }
  const files = await findStrandedFiles(deps.db, limits, BATCH)
  if (files.length === 0) return
  await withTransaction(deps.db, async (tx) => {
    for (const file of files) await queueFile(deps, tx, file, file.attempts)
  })
}

/** Removes received files from the bucket that no accepted file references. */
async function removeOrphanObjects(deps: SweepDeps): Promise<void> {
  if (!deps.uploadStore.shared) return
  const before = new Date(Date.now() - ABANDONED_SECONDS * 1000)
  await removeStaged(deps, await findOrphanObjects(deps.db, before, BATCH))
}
