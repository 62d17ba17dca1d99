import type { Deps } from '#server/platform/deps.ts'
import type { StagedSource } from '#server/platform/images/staging.ts'
import { type Domain, job } from '../domain.ts'
import { searchCommands } from './commands.ts'
import { correctWords } from './indexing/correct-words.ts'
import { inspectPicture } from './indexing/inspect-picture.ts'
import { isRemovedPicture } from './indexing/is-removed-picture.ts'
import { sweepWords } from './indexing/sweep-words.ts'
import { readPictureJob, readPictureWorker, sweepWordsJob, sweepWordsWorker, wakeReader } from './jobs.ts'
import { embedLibraryJob, embedLibraryWorker, embedMemeJob, embedMemeWorker } from './likeness/jobs.ts'
import { searchRoutes } from './routes.ts'

export const search = {
  provides: (deps: Deps) => ({
    inspect: inspectPicture,
    correctWords,
    isRefused: (source: StagedSource) => isRemovedPicture(deps.db, source),
    onPictureArriving: () => wakeReader(deps),
  }),
  commands: searchCommands,
  routes: searchRoutes,
  jobs: [
    job(readPictureJob, readPictureWorker),
    job(sweepWordsJob, sweepWordsWorker),
    job(embedMemeJob, embedMemeWorker),
    job(embedLibraryJob, embedLibraryWorker),
  ],
  onAccountDeletion: (deps: Deps) => ({ after: () => sweepWords(deps) }),
} satisfies Domain
