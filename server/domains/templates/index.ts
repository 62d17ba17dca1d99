import { type Domain, job } from '../domain.ts'
import { templatePicturesJob, templatePicturesWorker } from './jobs.ts'
import { forgetRecognition } from './recognition-queries.ts'
import { templateRoutes } from './routes.ts'

export const templates: Domain = {
  routes: templateRoutes,
  jobs: [job(templatePicturesJob, templatePicturesWorker)],
  onMemeWritten:
    () =>
    (tx, { id }) =>
      forgetRecognition(tx, id),
}
