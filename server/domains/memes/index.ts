import { type Domain, job } from '../domain.ts'
import { purgeMemeJob, purgeMemeWorker, sweepBlobsJob, sweepBlobsWorker } from './jobs.ts'
import { purgeCachesJob, purgeCachesWorker } from './purge-caches.ts'
import { memeRoutes } from './routes.ts'
import { tellOfHidden } from './visibility.ts'

export const memes: Domain = {
  routes: memeRoutes,
  onAccountDeletion: () => ({ before: (tx) => tellOfHidden(tx) }),
  jobs: [
    job(sweepBlobsJob, sweepBlobsWorker),
    job(purgeMemeJob, purgeMemeWorker),
    job(purgeCachesJob, purgeCachesWorker),
  ],
}
