import { type Domain, job } from '../domain.ts'
import { followerDigestWorker } from './follower-digest.ts'
import { followerDigestJob } from './jobs.ts'
import { followRoutes } from './routes.ts'

export const follows: Domain = {
  routes: followRoutes,
  jobs: [job(followerDigestJob, followerDigestWorker)],
}
