import { type Domain, job } from '../domain.ts'
import { forgetMailFiles } from './forget-mails.ts'
import { mailWorker, sendMailJob } from './jobs.ts'

export const mail: Domain = {
  jobs: [job(sendMailJob, (deps) => mailWorker(deps, deps.siteBranding))],
  onAccountDeletion: (deps) => ({ after: (user) => forgetMailFiles(deps, user) }),
}
