import { type Domain, job } from '../domain.ts'
import { endFollows } from './end-follows.ts'
import { followerDigestWorker } from './follower-digest.ts'
import { followerDigestJob } from './jobs.ts'
import { followRoutes } from './routes.ts'

export const follows: Domain = {
  whenBlocked: endFollows,
  routes: followRoutes,
  jobs: [job(followerDigestJob, followerDigestWorker)],
}
