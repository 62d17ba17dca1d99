import type { Deps } from '#server/platform/deps.ts'
import { endingInTime, worker } from '#server/platform/jobs/jobs.ts'
import { recurringJob } from '#server/platform/jobs/recurring-job.ts'
import { countStalePictures } from './picture-queries.ts'
import { storeTemplatePictures } from './store-pictures.ts'

/** Composes the pictures of templates without captions, after their memes changed. */
export const templatePicturesJob = recurringJob({
  name: 'template-pictures',
  retryLimit: 1,
  retryDelaySeconds: 30,
  timeLimitSeconds: 280,
  cron: '* * * * *',
  countBacklog: countStalePictures,
})

export const templatePicturesWorker = (deps: Pick<Deps, 'db' | 'blobs' | 'stagingDir' | 'log'>) =>
  worker(templatePicturesJob, (_, signal) => storeTemplatePictures(deps, endingInTime(signal, templatePicturesJob)))
