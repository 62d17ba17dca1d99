import type { Deps } from '#server/platform/deps.ts'
import { sweepStaging } from '#server/platform/images/staging.ts'
import { sweepAnnounced } from '../memes/jobs.ts'
import { findReferencedStaged } from './staged-queries.ts'

/**
 * Delay of the first sweep, which removes files older than this process. By then, every other node has touched the files it is
 * receiving, and announcements by processes that died before this one started have expired.
 */
const FIRST_SWEEP_MS = 40_000
const SWEEP_EVERY_MS = 600_000
const ABANDONED_SECONDS = 3600

/**
 * Periodically removes files left by crashes and failed uploads: from this node's staging folder, which jobs on other nodes
 * cannot reach, and among announced stored files.
 */
export function createLeftoverSweeper(deps: Pick<Deps, 'db' | 'blobs' | 'stagingDir' | 'log'>): {
  start(): void
  stop(): Promise<void>
} {
  const timers: NodeJS.Timeout[] = []
  let running: Promise<unknown> = Promise.resolve()
  const sweep = (olderThanSeconds: number) => {
    running = running
      .then(() => Promise.all([sweepStagedFiles(deps, olderThanSeconds), sweepAnnounced(deps)]))
      .catch((error: unknown) => deps.log.warn({ err: error }, 'could not sweep leftover files'))
  }
  return {
    start() {
      const startedAt = Date.now()
      timers.push(
        setTimeout(() => sweep((Date.now() - startedAt) / 1000), FIRST_SWEEP_MS).unref(),
        setInterval(() => sweep(ABANDONED_SECONDS), SWEEP_EVERY_MS).unref(),
      )
    },
    async stop() {
      for (const timer of timers) clearTimeout(timer)
      await running
    },
  }
}

/** Removes files from this node's staging folder that are older than the given age and not referenced by an accepted file. */
export async function sweepStagedFiles(deps: Pick<Deps, 'db' | 'stagingDir'>, olderThanSeconds: number): Promise<void> {
  await sweepStaging(deps.stagingDir, olderThanSeconds, (names) => findReferencedStaged(deps.db, names))
}
