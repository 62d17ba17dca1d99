import { sweepStaging } from '#server/adapters/images/staging.ts'
import type { UploadStore } from '#server/adapters/upload-store/upload-store.ts'
import { withTransaction } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import { processFileJob } from './jobs.ts'
import {
  deleteUploadsBefore,
  endAllLeases,
  findOrphanObjects,
  findReferencedStaged,
  findStrandedFiles,
} from './queries.ts'
import { removeStaged } from './receive-files.ts'
import { LEASE_SECONDS, priorityOf } from './rules.ts'

const RESCUE_EVERY_MS = 1500
const RESCUE_BATCH = 50
/** A queued file overdue for this long may have lost its job; adding a job with the same key is a no-op while one is waiting. */
const OVERDUE_SECONDS = 60
/** Sweeps files older than this process; by then all other nodes have touched the files they are receiving. */
const FIRST_SWEEP_MS = 40_000
const SWEEP_EVERY_MS = 600_000
const ABANDONED_SECONDS = 3600
const KEPT_DAYS = 90

type MaintenanceDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'stagingDir' | 'log' | 'answeringForMs'> & {
  intake: UploadStore
}

/** Requeues files whose worker died, and removes unreferenced files. Runs on every node. */
export function createMaintenance(deps: MaintenanceDeps): { start(): Promise<void>; stop(): Promise<void> } {
  const timers: NodeJS.Timeout[] = []
  let running: Promise<unknown> = Promise.resolve()
  const run = (work: () => Promise<unknown>) => {
    running = running
      .then(work)
      .catch((error: unknown) => deps.log.warn({ err: error }, 'maintenance of bulk uploads failed'))
  }
  return {
    async start() {
      // With the embedded database this is the only process, so any lease holder is dead.
      if (deps.config.databaseUrl === undefined) await withTransaction(deps.db, endAllLeases)
      const rescue = async () => {
        // No lease could be renewed while the database was down, so live nodes renew first.
        if (deps.answeringForMs() >= LEASE_SECONDS * 1000) await rescueFiles(deps)
      }
      run(rescue)
      const startedAt = Date.now()
      timers.push(
        setInterval(() => run(rescue), RESCUE_EVERY_MS).unref(),
        setTimeout(() => run(() => sweepStaged(deps, (Date.now() - startedAt) / 1000)), FIRST_SWEEP_MS).unref(),
        setInterval(() => run(() => sweepStaged(deps, ABANDONED_SECONDS)), SWEEP_EVERY_MS).unref(),
      )
    },
    async stop() {
      for (const timer of timers) clearTimeout(timer)
      await running
    },
  }
}

/** Adds a job for every stranded file; a duplicate job is harmless, since only one can claim the file. */
export async function rescueFiles(deps: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
  const files = await findStrandedFiles(deps.db, OVERDUE_SECONDS, RESCUE_BATCH)
  if (files.length === 0) return
  await withTransaction(deps.db, async (tx) => {
    for (const { uploadId, index, attempts } of files) {
      const options = { key: `${uploadId} ${index}`, priority: priorityOf(index, attempts) }
      await deps.jobs.enqueue(tx, processFileJob, { uploadId, index }, options)
    }
  })
}

/** Removes old staged files that no accepted file needs, in every store. */
export async function sweepStaged(
  deps: Omit<MaintenanceDeps, 'log' | 'jobs' | 'config' | 'answeringForMs'>,
  olderThanSeconds: number,
): Promise<void> {
  await sweepStaging(deps.stagingDir, olderThanSeconds, (names) => findReferencedStaged(deps.db, names))
  if (deps.intake.shared) {
    const before = new Date(Date.now() - ABANDONED_SECONDS * 1000)
    await removeStaged(deps, await findOrphanObjects(deps.db, before, RESCUE_BATCH))
  }
  await withTransaction(deps.db, (tx) => deleteUploadsBefore(tx, new Date(Date.now() - KEPT_DAYS * 86_400_000)))
}
