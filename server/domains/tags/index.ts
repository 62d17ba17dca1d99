import type { Deps } from '#server/platform/deps.ts'
import { ANY_VISITOR } from '#server/platform/viewer.ts'
import { type Domain, job } from '../domain.ts'
import { retagMemesJob, retagMemesWorker } from './jobs.ts'
import { listTags } from './list-tags.ts'
import { tagRoutes } from './routes.ts'

export const tags = {
  provides: (deps: Deps) => ({ dayTags: () => listTags(deps, ANY_VISITOR, { period: 'day' }) }),
  routes: tagRoutes,
  jobs: [job(retagMemesJob, retagMemesWorker)],
} satisfies Domain
