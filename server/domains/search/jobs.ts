import * as z from 'zod'
import type { Tx } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type JobKind, worker } from '#server/platform/jobs/jobs.ts'
import { recurringJob } from '#server/platform/jobs/recurring-job.ts'
import { indexMeme } from './indexing/index-meme.ts'
import { readPicture } from './indexing/read-picture.ts'
import { sweepWords } from './indexing/sweep-words.ts'
import { embedNewMeme } from './likeness/jobs.ts'

/** Reads the words in a meme's picture, one picture at a time to bound memory. */
export const readPictureJob: JobKind<{ memeId: string }> = {
  name: 'read-picture',
  schema: z.object({ memeId: z.uuid() }),
  retryLimit: 3,
  retryDelaySeconds: 30,
  timeLimitSeconds: 120,
  concurrency: 1,
}

export const readPictureWorker = (deps: Pick<Deps, 'db' | 'blobs' | 'reader'>) =>
  worker(readPictureJob, async ({ memeId }) => {
    await readPicture(deps, memeId)
  })

/**
 * Wakes the reader before a picture arrives. Does nothing on a node without workers, since another node reads the picture then.
 */
export function wakeReader({ config, reader }: Pick<Deps, 'config' | 'reader'>): void {
  if (config.workers > 0) reader?.wake()
}

/** Removes unused words from the vocabulary. */
export const sweepWordsJob = recurringJob({
  name: 'sweep-words',
  retryLimit: 3,
  retryDelaySeconds: 60,
  timeLimitSeconds: 600,
  cron: '41 * * * *',
})

export const sweepWordsWorker = (deps: Pick<Deps, 'db'>) => worker(sweepWordsJob, () => sweepWords(deps))

/** Hook for new memes: indexes the meme's texts immediately and queues the job that reads its picture. */
export function indexNewMeme(deps: Pick<Deps, 'config' | 'jobs' | 'meaning'>) {
  return async (tx: Tx, meme: { id: string }): Promise<void> => {
    await indexMeme(tx, meme)
    if (deps.config.ocr !== 'off') await deps.jobs.enqueue(tx, readPictureJob, { memeId: meme.id }, { key: meme.id })
    await embedNewMeme(deps, tx, meme)
  }
}
