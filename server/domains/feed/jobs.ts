import * as z from 'zod'
import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { endingInTime, type JobKind, worker } from '#server/platform/jobs/jobs.ts'
import { recurringJob } from '#server/platform/jobs/recurring-job.ts'
import type { StudioRecord } from '../memes/upload-meme.ts'
import { publishWritten } from '../memes/visibility.ts'
import { storeTypedCaptions } from '../search/indexing/index-meme.ts'
import { indexNewMeme } from '../search/jobs.ts'
import { recognizeOutdated } from '../templates/recognize.ts'
import { refreshTemplateCounts } from '../templates/refresh-counts.ts'
import { storeOrigin } from '../templates/remixes.ts'
import { deletePagesBefore, deleteSeenBefore } from './queries.ts'
import { compareNewMemes, relateByTaste } from './relate-memes.ts'
import { countUncompared } from './relate-queries.ts'

const PAGES_RETENTION_DAYS = 2
const SEEN_RETENTION_DAYS = 30
const DAY_MS = 86_400_000
/** Twice the interval between runs, so that no action is missed. */
const RELATED_SINCE_MS = 10 * 60_000

/** Deletes pages of old visits, and outdated records of seen memes. */
export const sweepFeedPagesJob = recurringJob({
  name: 'sweep-feed-pages',
  retryLimit: 2,
  retryDelaySeconds: 60,
  timeLimitSeconds: 300,
  cron: '43 3 * * *',
})

export const sweepFeedPagesWorker = (deps: Pick<Deps, 'db'>) =>
  worker(sweepFeedPagesJob, () =>
    withTransaction(deps.db, async (tx) => {
      await deletePagesBefore(tx, new Date(Date.now() - PAGES_RETENTION_DAYS * DAY_MS))
      await deleteSeenBefore(tx, new Date(Date.now() - SEEN_RETENTION_DAYS * DAY_MS))
    }),
  )

/** Most of a run's time; the rest is for neighbors by taste. A library that was remeasured takes several runs. */
const COMPARING_MAX_MS = 180_000

/** Maintains relations between memes for the feed: lookalikes, and neighbors by shared taste. */
export const relateMemesJob = recurringJob({
  name: 'relate-memes',
  retryLimit: 1,
  retryDelaySeconds: 30,
  timeLimitSeconds: 280,
  cron: '*/5 * * * *',
  countBacklog: countUncompared,
})

export const relateMemesWorker = (deps: Pick<Deps, 'caches' | 'config' | 'db' | 'log'>) =>
  worker(relateMemesJob, async (_, signal) => {
    await compareNewMemes(deps, { signal: AbortSignal.any([signal, AbortSignal.timeout(COMPARING_MAX_MS)]) })
    await relateByTaste(deps, new Date(Date.now() - RELATED_SINCE_MS))
    await recognizeOutdated(deps, signal)
    await refreshTemplateCounts(deps)
  })

/** Finds lookalikes and templates of new memes soon, without waiting for the next `relate-memes` run; once a second at most. */
export const compareMemesJob: JobKind = {
  name: 'compare-memes',
  schema: z.object({}),
  retryLimit: 1,
  retryDelaySeconds: 30,
  timeLimitSeconds: 280,
  concurrency: 1,
  restSeconds: 1,
}

export const compareMemesWorker = (deps: Pick<Deps, 'caches' | 'config' | 'db' | 'log'>) =>
  worker(compareMemesJob, (_, signal) => compareNewMemes(deps, { signal: endingInTime(signal, compareMemesJob) }))

export const queueComparison = (deps: Pick<Deps, 'jobs'>, tx: Tx): Promise<void> =>
  deps.jobs.enqueue(tx, compareMemesJob, {}, { key: 'new memes' })

/**
 * Hook for memes made in the studio: stores their origin and, if text recognition is on, the typed captions to check its results.
 */
export function storeStudioRecord(deps: Pick<Deps, 'config'>) {
  return async (tx: Tx, memeId: string, making: StudioRecord): Promise<void> => {
    if (making.captions && deps.config.ocr !== 'off') await storeTypedCaptions(tx, memeId, making.captions)
    await storeOrigin(tx, memeId, making)
  }
}

/**
 * Hook for new and edited memes: indexes them for search, queues their comparison with others, and notifies every node's feeds.
 */
export function onMemeWritten(deps: Pick<Deps, 'config' | 'jobs' | 'meaning'>) {
  const index = indexNewMeme(deps)
  return async (tx: Tx, meme: { id: string }): Promise<void> => {
    await index(tx, meme)
    await queueComparison(deps, tx)
    await publishWritten(tx)
  }
}
