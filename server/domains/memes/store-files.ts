import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { StagedFile } from '#server/platform/images/staging.ts'
import { FILES_AT_ONCE, inParallel } from '#server/platform/in-parallel.ts'
import { ANNOUNCED_SECONDS, announceBlobs, renewAnnouncement, settleBlobs } from './queries.ts'

/** Renewal interval: several renewals may fail or be late before an announcement expires. */
const RENEW_MS = (ANNOUNCED_SECONDS * 1000) / 6

/**
 * Files that this process is storing, with the number of uploads of each. Its own sweep ignores them even if a renewal is late.
 */
const inFlight = new Map<string, number>()

/** Returns the keys of files that uploads of this process have announced and not finished. */
export const filesInFlight = (): string[] => [...inFlight.keys()]

/**
 * Announces files, stores them, and runs `claim`, which must reference them from a row. The announcement expires soon and is
 * renewed until `claim` ends. After a crash, a sweep on any node can thus distinguish abandoned files from those of a running
 * upload.
 */
export async function withStoredFiles<T>(
  deps: Pick<Deps, 'db' | 'blobs'>,
  files: StagedFile[],
  claim: () => Promise<T>,
): Promise<T> {
  const keys = [...new Set(files.map(({ key }) => key))]
  for (const key of keys) inFlight.set(key, (inFlight.get(key) ?? 0) + 1)
  // Ignore failed renewals: if the database is down, the upload fails anyway.
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

/** Marks files as no longer pending. Call it in the transaction that writes the referencing row. */
export async function claimFiles(tx: Tx, keys: string[]): Promise<void> {
  await settleBlobs(tx, keys)
}
