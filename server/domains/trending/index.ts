import { type Domain, job } from '../domain.ts'
import { refreshTrendingJob, refreshTrendingWorker } from './jobs.ts'
import { trendingRoutes } from './routes.ts'

export const trending: Domain = {
  routes: trendingRoutes,
  jobs: [job(refreshTrendingJob, refreshTrendingWorker)],
}
