import { type Domain, job } from '../domain.ts'
import {
  compareMemesJob,
  compareMemesWorker,
  onNewMeme,
  relateMemesJob,
  relateMemesWorker,
  sweepFeedPagesJob,
  sweepFeedPagesWorker,
} from './jobs.ts'
import { forgetNotInterested } from './not-interested.ts'

export const feed: Domain = {
  jobs: [
    job(sweepFeedPagesJob, sweepFeedPagesWorker),
    job(relateMemesJob, relateMemesWorker),
    job(compareMemesJob, compareMemesWorker),
  ],
  onMemeWritten: onNewMeme,
  onAccountDeletion: () => ({ before: (tx, user) => forgetNotInterested(tx, user.id) }),
}
