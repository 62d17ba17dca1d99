import { type Domain, job } from '../domain.ts'
import { authCommands } from './commands.ts'
import { sweepSignInJob, sweepSignInWorker } from './jobs.ts'
import { authRoutes } from './routes.ts'

export const auth: Domain = {
  routes: authRoutes,
  commands: authCommands,
  jobs: [job(sweepSignInJob, sweepSignInWorker)],
}
