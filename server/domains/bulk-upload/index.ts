import type { Deps } from '#server/platform/deps.ts'
import { type Domain, job } from '../domain.ts'
import { completeSkipped } from './complete-skipped.ts'
import { uploadForgetter } from './forget-uploads.ts'
import { processFileJob, sweepUploadsJob } from './jobs.ts'
import { processFileWorker } from './process-file.ts'
import { bulkUploadRoutes } from './routes.ts'
import { sweepUploadsWorker } from './sweep-uploads.ts'

export const bulkUpload = {
  provides: () => ({ completeSkipped }),
  routes: bulkUploadRoutes,
  jobs: [job(processFileJob, processFileWorker), job(sweepUploadsJob, sweepUploadsWorker)],
  onAccountDeletion(deps: Deps) {
    const uploads = uploadForgetter(deps)
    return { before: (tx, user) => uploads.note(tx, user.id), after: (user) => uploads.remove(user.id) }
  },
} satisfies Domain
