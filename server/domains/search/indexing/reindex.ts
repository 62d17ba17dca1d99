import { READ_VERSION } from '#reader/read-version.ts'
import { VISUAL_VERSION } from '#server/domains/search/likeness/descriptor/visual.ts'
import type { Deps } from '#server/platform/deps.ts'
import { countStale, findStale } from '../queries.ts'
import { readPicture } from './read-picture.ts'

const BATCH = 50

export interface ReindexProgress {
  done: number
  failed: number
  total: number
}

/**
 * Reads and measures every picture that is new or was processed by an older version, newest first. It handles one picture at a
 * time, so a new upload waits for one picture at most. It completes each meme separately and can therefore resume; it counts and
 * skips unreadable pictures. On `signal` it stops before the next meme.
 */
export async function reindex(
  deps: Pick<Deps, 'db' | 'blobs' | 'reader' | 'log'>,
  onProgress: (progress: ReindexProgress) => void,
  signal?: AbortSignal,
): Promise<ReindexProgress> {
  const versions = { read: deps.reader ? READ_VERSION : 0, visual: VISUAL_VERSION }
  const progress = { done: 0, failed: 0, total: await countStale(deps.db, versions) }
  onProgress(progress)
  let before = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
  for (;;) {
    const ids = await findStale(deps.db, versions, before, BATCH)
    for (const id of ids) {
      if (signal?.aborted) return progress
      await readPicture(deps, id).catch((error: unknown) => {
        progress.failed += 1
        deps.log.warn({ err: error, memeId: id }, 'the picture could not be read')
      })
      progress.done += 1
      onProgress(progress)
    }
    const last = ids.at(-1)
    if (ids.length < BATCH || last === undefined) return progress
    before = last
  }
}
