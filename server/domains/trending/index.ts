import { type Domain, job } from '../domain.ts'
import { refreshTrendingJob, refreshTrendingWorker } from './jobs.ts'

export const trending: Domain = {
  jobs: [job(refreshTrendingJob, refreshTrendingWorker)],
}
