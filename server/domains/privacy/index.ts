import { type Domain, job } from '../domain.ts'
import { privacyCommands } from './commands.ts'
import { forgetTraces } from './forget-traces.ts'
import { makeExportJob, makeExportWorker, removeExportFilesJob, removeExportFilesWorker } from './jobs.ts'
import { retentionJob, retentionWorker } from './retention-job.ts'
import { privacyRoutes } from './routes.ts'

export const privacy: Domain = {
  routes: privacyRoutes,
  commands: privacyCommands,
  jobs: [
    job(makeExportJob, makeExportWorker),
    job(removeExportFilesJob, removeExportFilesWorker),
    job(retentionJob, retentionWorker),
  ],
  onAccountDeletion: (deps) => ({ before: (tx, user) => forgetTraces(deps, tx, user) }),
}
