import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/notifications/webhooks.ts'
import type { Deps } from '#server/platform/deps.ts'
import { registerCall } from '#server/platform/http/register-call.ts'
import { messageText } from '#server/platform/texts/messages.ts'
import { wakeDeliveries } from './jobs.ts'
import {
  changeWebhook,
  createWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  removeWebhook,
  rotateSecret,
  sendTestEvent,
} from './manage-webhooks.ts'

const SENDS_PER_MINUTE = 30

/** Registers the admins' calls for webhooks. Every node also listens here for new deliveries and queues a run. */
export function webhookRoutes(app: FastifyInstance, deps: Deps): void {
  registerCall(app, contract.listWebhooks, async () => ({ data: await listWebhooks(deps) }))
  registerCall(app, contract.createWebhook, async ({ viewer, body }) => ({
    data: await createWebhook(deps, viewer.userId, body),
  }))
  registerCall(app, contract.changeWebhook, async ({ viewer, params, body }) => {
    if (body.url !== undefined) await app.requireFreshProof(viewer)
    return { data: await changeWebhook(deps, viewer.userId, params.id, body) }
  })
  registerCall(app, contract.removeWebhook, async ({ viewer, params }) => {
    await removeWebhook(deps, viewer.userId, params.id)
    return { message: messageText('webhookRemoved', viewer.language) }
  })
  registerCall(app, contract.rotateSecret, async ({ viewer, params }) => ({
    data: await rotateSecret(deps, viewer.userId, params.id),
  }))
  registerCall(
    app,
    contract.sendTestEvent,
    async ({ viewer, params }) => {
      await sendTestEvent(deps, params.id)
      return { message: messageText('webhookTestSent', viewer.language) }
    },
    { perMinute: SENDS_PER_MINUTE },
  )
  registerCall(app, contract.listDeliveries, async ({ params }) => ({ data: await listDeliveries(deps, params.id) }))
  registerCall(
    app,
    contract.redeliver,
    async ({ viewer, params }) => {
      await redeliver(deps, params.id, params.deliveryId)
      return { message: messageText('webhookRedelivered', viewer.language) }
    },
    { perMinute: SENDS_PER_MINUTE },
  )
  wakeOnEvents(deps)
}

function wakeOnEvents(deps: Deps): void {
  const wake = () => {
    // If queueing fails, the scheduled run sends them.
    wakeDeliveries(deps).catch((error: unknown) => deps.log.warn({ err: error }, 'webhooks are delivered later'))
  }
  deps.bus.on(['webhooksDue'], wake)
  deps.bus.onListening((isListening) => isListening && wake())
}
