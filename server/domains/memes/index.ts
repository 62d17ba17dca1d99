import type { Tx } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Domain, job } from '../domain.ts'
import { deleteOriginalsJob, deleteOriginalsWorker } from './delete-originals.ts'
import { fileHooks } from './file-hooks.ts'
import { purgeMemeJob, purgeMemeWorker, sweepBlobsJob, sweepBlobsWorker } from './jobs.ts'
import { createPublicFiles } from './public-files.ts'
import { purgeCachesJob, purgeCachesWorker } from './purge-caches.ts'
import { memeRoutes } from './routes.ts'
import { publishVisibility } from './visibility.ts'

export const memes = {
  provides: (deps: Deps) => ({ ...fileHooks(deps), publicFiles: createPublicFiles(deps) }),
  routes: memeRoutes,
  onAccountDeletion: () => ({ before: (tx: Tx) => publishVisibility(tx) }),
  jobs: [
    job(sweepBlobsJob, sweepBlobsWorker),
    job(purgeMemeJob, purgeMemeWorker),
    job(deleteOriginalsJob, deleteOriginalsWorker),
    job(purgeCachesJob, purgeCachesWorker),
  ],
} satisfies Domain
