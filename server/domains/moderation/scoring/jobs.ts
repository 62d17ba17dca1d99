import * as z from 'zod'
import type { Tx } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type JobKind, worker } from '#server/platform/jobs/jobs.ts'
import { scoreMeme } from './score-meme.ts'

/** Scores a new meme's picture, one picture at a time to bound memory. */
export const scorePictureJob: JobKind<{ memeId: string }> = {
  name: 'score-picture',
  schema: z.object({ memeId: z.uuid() }),
  retryLimit: 2,
  retryDelaySeconds: 60,
  timeLimitSeconds: 90,
  concurrency: 1,
}

export const scorePictureWorker = (deps: Pick<Deps, 'db' | 'blobs' | 'scorer' | 'log'>) =>
  worker(scorePictureJob, ({ memeId }) => scoreMeme(deps, memeId))

/** Queues the scoring of a meme's picture in the transaction that writes the meme, so that no upload waits for the model. */
export async function scoreNewMeme(deps: Pick<Deps, 'jobs' | 'scorer'>, tx: Tx, meme: { id: string }): Promise<void> {
  if (deps.scorer) await deps.jobs.enqueue(tx, scorePictureJob, { memeId: meme.id }, { key: meme.id })
}
