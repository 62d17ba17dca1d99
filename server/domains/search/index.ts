import { type Domain, job } from '../domain.ts'
import { searchCommands } from './commands.ts'
import { sweepWords } from './indexing/sweep-words.ts'
import { readPictureJob, readPictureWorker, sweepWordsJob, sweepWordsWorker } from './jobs.ts'
import { embedLibraryJob, embedLibraryWorker, embedMemeJob, embedMemeWorker } from './likeness/jobs.ts'
import { searchRoutes } from './routes.ts'

export const search: Domain = {
  commands: searchCommands,
  routes: searchRoutes,
  jobs: [
    job(readPictureJob, readPictureWorker),
    job(sweepWordsJob, sweepWordsWorker),
    job(embedMemeJob, embedMemeWorker),
    job(embedLibraryJob, embedLibraryWorker),
  ],
  onAccountDeletion: (deps) => ({ after: () => sweepWords(deps) }),
}
