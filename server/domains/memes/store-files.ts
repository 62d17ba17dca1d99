import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { StagedFile } from '#server/platform/images/staging.ts'
import { FILES_AT_ONCE, inParallel } from '#server/platform/in-parallel.ts'
import { ANNOUNCED_SECONDS, announceBlobs, renewAnnouncement, settleBlobs } from './queries.ts'

/** Several renewals may fail or be late before an announcement expires. */
const RENEW_MS = (ANNOUNCED_SECONDS * 1000) / 6

/** Files that this process is storing, and how many uploads each: however late a renewal is, its own sweep leaves them alone. */
const inFlight = new Map<string, number>()

/** The names of the files that uploads of this process announced and have not ended with. */
export const filesInFlight = (): string[] => [...inFlight.keys()]

/**
 * Announces files, stores them, and runs `claim`, in which a row must reference them. The announcement expires soon and is renewed
 * until `claim` ends, so that after a crash a sweep on any node can tell these files from those of an upload that goes on.
 */
export async function withStoredFiles<T>(
  deps: Pick<Deps, 'db' | 'blobs'>,
  files: StagedFile[],
  claim: () => Promise<T>,
): Promise<T> {
  const keys = [...new Set(files.map(({ key }) => key))]
  for (const key of keys) inFlight.set(key, (inFlight.get(key) ?? 0) + 1)
  // A database that is down ends the upload by itself.
  const timer = setInterval(() => renewAnnouncement(deps.db, keys).catch(() => {}), RENEW_MS)
  try {
    if (files.length > 0) {
      await withTransaction(deps.db, (tx) =>
        announceBlobs(
          tx,
          files.map(({ key, bytes, mime }) => ({ key, bytes, mime })),
        ),
      )
      await inParallel(files, FILES_AT_ONCE, (file) => deps.blobs.put(file.key, file.path, file.mime))
    }
    return await claim()
  } finally {
    clearInterval(timer)
    for (const key of keys) leave(key)
  }
}

function leave(key: string): void {
  const others = (inFlight.get(key) ?? 1) - 1
  if (others === 0) inFlight.delete(key)
  else inFlight.set(key, others)
}

/** Call in the transaction whose row references the files: they are no longer pending. */
export async function claimFiles(tx: Tx, keys: string[]): Promise<void> {
  await settleBlobs(tx, keys)
}
