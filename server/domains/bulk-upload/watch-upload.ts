import type { BulkProgress } from '#contract/bulk-upload.ts'
import type { Deps } from '#server/deps.ts'
import { isServiceDown } from '#server/unavailable.ts'
import type { Member } from '#server/viewer.ts'
import { getProgress } from './get-progress.ts'
import type { UploadHub } from './upload-hub.ts'

/** The stream stays open while the database is down, and asks so often whether it is back. */
const ASK_AGAIN_MS = 1000
/** Reads anew after this long without a change heard of, in case that one was missed. */
const REREAD_AFTER_MS = 10_000

/**
 * Each change of an upload after the version that the caller has seen, until its end or until `signal`. Changes that come
 * faster than they are taken are one. Throws upload.notFound.
 */
export async function* watchUpload(
  deps: Pick<Deps, 'db'> & { hub: UploadHub },
  viewer: Member,
  uploadId: string,
  seen: { version: number; signal: AbortSignal },
): AsyncGenerator<{ version: number; progress: BulkProgress }> {
  let { version } = seen
  const changes = await deps.hub.watch(uploadId)
  try {
    while (!seen.signal.aborted) {
      const now = await getProgress(deps, viewer, uploadId).catch((error: unknown) => {
        if (isServiceDown(error)) return undefined
        throw error
      })
      if (!now) {
        await changes.next(ASK_AGAIN_MS, seen.signal)
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
