import { type Domain, job } from '../domain.ts'
import { mailDigestsJob, mailDigestsWorker } from './digest/jobs.ts'
import { sweepNotificationsJob, sweepNotificationsWorker } from './jobs.ts'
import { announceMemeJob, announceMemeWorker } from './posts.ts'
import { deliverPushesJob, deliverPushesWorker } from './push/jobs.ts'
import { notificationRoutes } from './routes.ts'

export const notifications: Domain = {
  routes: notificationRoutes,
  jobs: [
    job(sweepNotificationsJob, sweepNotificationsWorker),
    job(announceMemeJob, announceMemeWorker),
    job(deliverPushesJob, deliverPushesWorker),
    job(mailDigestsJob, mailDigestsWorker),
  ],
}
