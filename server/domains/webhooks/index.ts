import { type Domain, job } from '../domain.ts'
import { deliverWebhooksJob, deliverWebhooksWorker, sweepDeliveriesJob, sweepDeliveriesWorker } from './jobs.ts'
import { webhookRoutes } from './routes.ts'

export const webhooks: Domain = {
  routes: webhookRoutes,
  jobs: [job(deliverWebhooksJob, deliverWebhooksWorker), job(sweepDeliveriesJob, sweepDeliveriesWorker)],
}
