import type { Tx } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Domain, job } from '../domain.ts'
import { announceMeme, announceMemeJob, announceMemeWorker } from './announce-meme.ts'
import { mailDigestsJob, mailDigestsWorker } from './digest/jobs.ts'
import { sweepNotificationsJob, sweepNotificationsWorker } from './jobs.ts'
import { forgetNamesBetween } from './notify.ts'
import { deliverPushesJob, deliverPushesWorker } from './push/jobs.ts'
import { notificationRoutes } from './routes.ts'

export const notifications = {
  provides: (deps: Deps) => ({ announce: (tx: Tx, { id }: { id: string }) => announceMeme(deps, tx, id) }),
  whenBlocked: forgetNamesBetween,
  routes: notificationRoutes,
  jobs: [
    job(sweepNotificationsJob, sweepNotificationsWorker),
    job(announceMemeJob, announceMemeWorker),
    job(deliverPushesJob, deliverPushesWorker),
    job(mailDigestsJob, mailDigestsWorker),
  ],
} satisfies Domain
