import * as z from 'zod'
import { withTransaction } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import { type JobKind, worker } from '#server/jobs/jobs.ts'
import { deletePagesBefore } from './queries.ts'

const KEPT_DAYS = 2

/** Forgets the pages of visits that ended long ago. */
export const sweepFeedPagesJob: JobKind<Record<string, never>> = {
  name: 'sweep-feed-pages',
  schema: z.object({}) as unknown as z.ZodType<Record<string, never>>,
  retryLimit: 2,
  retryDelaySeconds: 60,
  timeLimitSeconds: 300,
  cron: '43 3 * * *',
}

export const sweepFeedPagesWorker = (deps: Pick<Deps, 'db'>) =>
  worker(sweepFeedPagesJob, () =>
    withTransaction(deps.db, (tx) => deletePagesBefore(tx, new Date(Date.now() - KEPT_DAYS * 86_400_000))),
  )
