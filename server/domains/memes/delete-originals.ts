import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { worker } from '#server/platform/jobs/jobs.ts'
import { recurringJob } from '#server/platform/jobs/recurring-job.ts'
import { readSettings } from '../settings/read-settings.ts'
import { replaceOriginals } from './delete-originals-queries.ts'
import { sweepBlobs } from './jobs.ts'

const BATCH = 200
const BATCHES_MAX = 5000

/** Deletes the originals of old still pictures, if the site's settings require it. */
export const deleteOriginalsJob = recurringJob({
  name: 'delete-originals',
  retryLimit: 3,
  retryDelaySeconds: 300,
  timeLimitSeconds: 3600,
  cron: '47 3 * * *',
})

export const deleteOriginalsWorker = (deps: Pick<Deps, 'db' | 'blobs'>) =>
  worker(deleteOriginalsJob, () => deleteOriginals(deps))

/**
 * Makes the medium size the original of live still pictures older than `originalsDays`, and removes the files that nothing uses
 * anymore. Animations stay: chats need their GIF. So do memes that a moderator hides or removes, as evidence.
 */
export async function deleteOriginals(deps: Pick<Deps, 'db' | 'blobs'>): Promise<void> {
  const { originalsDays } = await readSettings(deps.db)
  if (originalsDays === 0) return
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const changed = await withTransaction(deps.db, (tx) => replaceOriginals(tx, originalsDays, BATCH))
    if (changed < BATCH) break
  }
  await sweepBlobs(deps)
}
