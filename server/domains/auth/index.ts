import { type Domain, job } from '../domain.ts'
import { sweepSignInJob, sweepSignInWorker } from './jobs.ts'
import { authRoutes } from './routes.ts'

export const auth: Domain = {
  routes: authRoutes,
  jobs: [job(sweepSignInJob, sweepSignInWorker)],
}
