import * as z from 'zod'
import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type JobKind, worker } from '#server/platform/jobs/jobs.ts'
import { findPostedMeme, findSubscribers, insertPosts } from './post-queries.ts'

const About = z.object({ memeId: z.string() })
const BATCH = 500

/** Notifies followers of a new meme. A job does it, not the upload, because a creator may have very many followers. */
export const announceMemeJob: JobKind<z.infer<typeof About>> = {
  name: 'announce-meme',
  schema: About,
  retryLimit: 3,
  retryDelaySeconds: 30,
  timeLimitSeconds: 300,
  concurrency: 1,
}

/**
 * Queues the job in the transaction that makes the meme visible. If the meme is not visible when the job runs, it notifies no
 * followers.
 */
export async function announceMeme(deps: Pick<Deps, 'jobs'>, tx: Tx, memeId: string): Promise<void> {
  await deps.jobs.enqueue(tx, announceMemeJob, { memeId }, { key: memeId })
}

export const announceMemeWorker = (deps: Pick<Deps, 'db'>) =>
  worker(announceMemeJob, async ({ memeId }, signal) => {
    let after: string | null = null
    while (!signal.aborted) {
      const meme = await findPostedMeme(deps.db, memeId)
      const subscribers: string[] = meme ? await findSubscribers(deps.db, meme, after, BATCH) : []
      if (meme && subscribers.length > 0) await withTransaction(deps.db, (tx) => insertPosts(tx, meme, subscribers))
      if (subscribers.length < BATCH) return
      after = subscribers.at(-1) ?? null
    }
  })
