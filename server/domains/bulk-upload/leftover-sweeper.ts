import type { Deps } from '#server/platform/deps.ts'
import { sweepStaging } from '#server/platform/images/staging.ts'
import { sweepAnnounced } from '../memes/jobs.ts'
import { findReferencedStaged } from './queries.ts'

/**
 * What is older than this process is swept then: by now every other node has touched what it is receiving, and announcements of a
 * process that died before this one began have expired.
 */
const FIRST_SWEEP_MS = 40_000
const SWEEP_EVERY_MS = 600_000
const ABANDONED_SECONDS = 3600

/**
 * Removes from time to time what crashes and failed uploads leave: in this node's staging folder, which a job of another node cannot
 * reach, and among the stored files that were announced.
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
      .catch((error: unknown) => deps.log.warn({ err: error }, 'left files could not be swept'))
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

/** Removes files of this node's staging folder that are older than that and that no accepted file needs. */
export async function sweepStagedFiles(deps: Pick<Deps, 'db' | 'stagingDir'>, olderThanSeconds: number): Promise<void> {
  await sweepStaging(deps.stagingDir, olderThanSeconds, (names) => findReferencedStaged(deps.db, names))
}
