import { type Domain, job } from '../domain.ts'
import { forgetActions } from './forget-actions.ts'
import { sweepWindowsJob, sweepWindowsWorker } from './jobs.ts'
import { actionRoutes } from './routes.ts'

export const actions: Domain = {
  routes: actionRoutes,
  jobs: [job(sweepWindowsJob, sweepWindowsWorker)],
  onAccountDeletion: () => ({ before: (tx, user) => forgetActions(tx, user.id) }),
}
