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
/** A queued file this long overdue has perhaps lost its job; another of the same key is not added while one waits. */
const OVERDUE_SECONDS = 60
/** What is older than this process is swept then: by now every other node has touched what it is receiving. */
const FIRST_SWEEP_MS = 40_000
const SWEEP_EVERY_MS = 600_000
const ABANDONED_SECONDS = 3600
const KEPT_DAYS = 90

type MaintenanceDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'stagingDir' | 'log' | 'answeringForMs'> & {
  intake: UploadStore
}

/** Brings back files whose worker died, and removes what no row refers to. Runs on every node. */
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
      // The embedded database belongs to this process alone, so whoever held a file is dead.
      if (deps.config.databaseUrl === undefined) await withTransaction(deps.db, endAllLeases)
      const rescue = async () => {
        // While the database was down no lease could be renewed: those who live do so first.
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

/** Gives every stranded file a job again; that a file may then have two is harmless, as only one can claim it. */
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

/** Removes staged files older than that which no accepted file needs, wherever they lie. */
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
