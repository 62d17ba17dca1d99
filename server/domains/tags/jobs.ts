import * as z from 'zod'
import { publish } from '#server/platform/change-bus/change-bus.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import { NIL_ID } from '#server/platform/db/id.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type JobKind, worker } from '#server/platform/jobs/jobs.ts'
import { memesTagged, retagMeme } from '../memes/tag-aliases.ts'
import { indexMeme } from '../search/indexing/index-meme.ts'

const Retag = z.object({ tag: z.string() })
const BATCH = 100

/** Recomputes the tags of a tag's memes from their texts and the aliases. */
export const retagMemesJob: JobKind<z.infer<typeof Retag>> = {
  name: 'retag-memes',
  schema: Retag,
  retryLimit: 5,
  retryDelaySeconds: 30,
  timeLimitSeconds: 600,
  concurrency: 1,
}

export const retagMemesWorker = (deps: Pick<Deps, 'db'>) =>
  worker(retagMemesJob, async ({ tag }, signal) => {
    let after = NIL_ID
    while (!signal.aborted) {
      const ids = await memesTagged(deps.db, tag, after, BATCH)
      for (const id of ids) {
        await withTransaction(deps.db, async (tx) => {
          if (await retagMeme(tx, id)) await indexMeme(tx, { id })
        })
      }
      if (ids.length > 0) await withTransaction(deps.db, (tx) => publish(tx, 'memesWritten'))
      after = ids.at(-1) ?? NIL_ID
      if (ids.length < BATCH) return
    }
  })
