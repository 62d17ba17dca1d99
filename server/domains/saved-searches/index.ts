import { type Domain, job } from '../domain.ts'
import { checkSearchesJob, checkSearchesWorker } from './jobs.ts'
import { savedSearchRoutes } from './routes.ts'

export const savedSearches: Domain = {
  routes: savedSearchRoutes,
  jobs: [job(checkSearchesJob, checkSearchesWorker)],
}
