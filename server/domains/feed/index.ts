import type { Tx } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Visitor } from '#server/platform/viewer.ts'
import { type Domain, job } from '../domain.ts'
import { createFeedMemory, type FeedMemory } from './catalog/feed-memory.ts'
import { firstPageJson } from './first-page.ts'
import type { FeedInput } from './get-feed.ts'
import {
  compareMemesJob,
  compareMemesWorker,
  onMemeWritten,
  relateMemesJob,
  relateMemesWorker,
  storeStudioRecord,
  sweepFeedPagesJob,
  sweepFeedPagesWorker,
} from './jobs.ts'
import { forgetNotInterested } from './not-interested.ts'
import { feedRoutes } from './routes.ts'

export const feed = {
  provides(deps: Deps) {
    let opened: FeedMemory | undefined
    const feedMemory = () => (opened ??= createFeedMemory(deps))
    return {
      feedMemory,
      firstPage: (viewer: Visitor, input: FeedInput) => firstPageJson({ ...deps, memory: feedMemory() }, viewer, input),
      storeStudioRecord: storeStudioRecord(deps),
    }
  },
  routes: feedRoutes,
  jobs: [
    job(sweepFeedPagesJob, sweepFeedPagesWorker),
    job(relateMemesJob, relateMemesWorker),
    job(compareMemesJob, compareMemesWorker),
  ],
  onMemeWritten,
  onAccountDeletion: () => ({ before: (tx: Tx, user: { id: string }) => forgetNotInterested(tx, user.id) }),
} satisfies Domain
