import * as z from 'zod'
import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import { NIL_ID } from '#server/platform/db/id.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type JobKind, worker } from '#server/platform/jobs/jobs.ts'
import { embedLibrary, embedMeme } from './embed-meme.ts'

/** Computes a new meme's vector by the operator's model. */
export const embedMemeJob: JobKind<{ memeId: string }> = {
  name: 'embed-meme',
  schema: z.object({ memeId: z.uuid() }),
  retryLimit: 3,
  retryDelaySeconds: 30,
  timeLimitSeconds: 180,
  concurrency: 1,
}

/** Computes the vectors of all memes for a new model. Each job handles one batch, so a stopping node loses one batch at most. */
export const embedLibraryJob: JobKind<{ model: string; after: string }> = {
  name: 'embed-library',
  schema: z.object({ model: z.string(), after: z.uuid() }),
  retryLimit: 20,
  retryDelaySeconds: 30,
  timeLimitSeconds: 300,
  concurrency: 1,
}

const STRETCH_MS = 20_000

export const embedMemeWorker = (deps: Pick<Deps, 'db' | 'blobs' | 'log' | 'meaning'>) =>
  worker(embedMemeJob, ({ memeId }) => embedMeme(deps, memeId))

export const embedLibraryWorker = (deps: Pick<Deps, 'db' | 'blobs' | 'log' | 'meaning' | 'jobs'>) =>
  worker(embedLibraryJob, async ({ model, after }, signal) => {
    // Skip jobs of a replaced model.
    if (deps.meaning?.id !== model) return
    const next = await embedLibrary(deps, after, { forMilliseconds: STRETCH_MS, signal })
    if (next === null) return
    await withTransaction(deps.db, (tx) =>
      deps.jobs.enqueue(tx, embedLibraryJob, { model, after: next }, { key: next }),
    )
  })

/** Queues the computation of missing vectors for this node's model. */
export async function embedMissing(deps: Pick<Deps, 'db' | 'jobs' | 'meaning'>): Promise<void> {
  const model = deps.meaning?.id
  if (!model) return
  await withTransaction(deps.db, (tx) =>
    deps.jobs.enqueue(tx, embedLibraryJob, { model, after: NIL_ID }, { key: `${model} from the beginning` }),
  )
}

/** Hook for new memes: queues the embedding if a model is configured. */
export async function embedNewMeme(deps: Pick<Deps, 'jobs' | 'meaning'>, tx: Tx, meme: { id: string }): Promise<void> {
  if (deps.meaning) await deps.jobs.enqueue(tx, embedMemeJob, { memeId: meme.id }, { key: meme.id })
}
