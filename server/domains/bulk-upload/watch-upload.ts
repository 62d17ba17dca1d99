import type { BulkProgress } from '#contract/memes/bulk-upload.ts'
import type { Deps } from '#server/platform/deps.ts'
import { isServiceDown } from '#server/platform/unavailable.ts'
import type { Member } from '#server/platform/viewer.ts'
import { getProgress } from './get-progress.ts'

/** Poll interval while the database is down; the stream stays open. */
const POLL_EVERY_MS = 1000
/** Re-reads after this long without a notification, in case one was missed. */
const REREAD_AFTER_MS = 10_000

/**
 * Yields each change of an upload after the version that the caller has seen, until the upload ends or `signal` aborts. Coalesces
 * changes that arrive faster than they are consumed. Throws upload.notFound.
 */
export async function* watchUpload(
  deps: Pick<Deps, 'db' | 'bus'>,
  viewer: Member,
  uploadId: string,
  seen: { version: number; signal: AbortSignal },
): AsyncGenerator<{ version: number; progress: BulkProgress }> {
  let { version } = seen
  const changes = deps.bus.watch('uploadProgressed', uploadId)
  try {
    while (!seen.signal.aborted) {
      const now = await getProgress(deps, viewer, uploadId).catch((error: unknown) => {
        if (isServiceDown(error)) return undefined
        throw error
      })
      if (!now) {
        await changes.next(POLL_EVERY_MS, seen.signal)
        continue
      }
      if (now.version > version) yield now
      version = Math.max(version, now.version)
      if (now.progress.status !== 'processing') return
      await changes.next(REREAD_AFTER_MS, seen.signal)
    }
  } finally {
    changes.close()
  }
}
