import * as z from 'zod'
import { defineCall } from '../call.ts'
import { WEBHOOK_URL_MAX_CHARS } from '../limits.ts'
import { Count, Id, IsoDate, isHttpAddress, MessageAnswer, okData, optional, text } from '../primitives.ts'

/** Webhook events: a meme became visible to everyone, became visible again, or is no longer visible. */
export const WEBHOOK_EVENTS = ['meme.created', 'meme.restored', 'meme.removed'] as const
export const WebhookEvent = z.enum(WEBHOOK_EVENTS)
export type WebhookEvent = z.infer<typeof WebhookEvent>

/** The event that the "test webhook" button sends. */
export const TEST_EVENT = 'webhook.test'

/** A meme as visible to visitors. */
export const WebhookMeme = z
  .object({
    _id: Id,
    url: z.string().describe('Its page'),
    name: z.string(),
    description: z.string(),
    altText: z.string(),
    tags: z.array(z.string()),
    sensitive: z.boolean(),
    picture: z
      .object({ url: z.string(), mime: z.string(), width: Count, height: Count, animated: z.boolean() })
      .nullable()
      .describe('Null for a sensitive meme'),
    creator: z.object({ username: z.string(), displayName: z.string(), url: z.string() }).nullable(),
    createdAt: IsoDate,
  })
  .meta({ id: 'WebhookMeme' })
export type WebhookMeme = z.infer<typeof WebhookMeme>

const envelope = { timestamp: IsoDate.describe('When it happened') }

/** The bodies of deliveries, by event. */
export const WEBHOOK_BODIES = {
  'meme.created': z.object({ type: z.literal('meme.created'), ...envelope, data: WebhookMeme }),
  'meme.restored': z.object({ type: z.literal('meme.restored'), ...envelope, data: WebhookMeme }),
  'meme.removed': z.object({ type: z.literal('meme.removed'), ...envelope, data: z.object({ _id: Id }) }),
  [TEST_EVENT]: z.object({ type: z.literal(TEST_EVENT), ...envelope, data: z.object({}) }),
} as const
export type WebhookBody = z.infer<(typeof WEBHOOK_BODIES)[keyof typeof WEBHOOK_BODIES]>

const WebhookUrl = text()
  .transform((value) => value.trim())
  .refine((value) => value !== '', { error: 'requiredField', abort: true })
  .refine((value) => value.length <= WEBHOOK_URL_MAX_CHARS, { error: 'tooLong', abort: true })
  .refine(isHttpAddress, 'invalidUrl')
  .describe('Address that receives events by POST; http or https')
const Events = z
  .array(WebhookEvent)
  .min(1, 'requiredField')
  .max(WEBHOOK_EVENTS.length, 'invalidValue')
  .overwrite((events) => WEBHOOK_EVENTS.filter((event) => events.includes(event)))

export const DISABLED_BECAUSE = ['admin', 'gone', 'failing'] as const

export const Webhook = z
  .object({
    _id: Id,
    url: z.string(),
    events: z.array(WebhookEvent),
    createdAt: IsoDate,
    failingSince: IsoDate.nullable().describe(
      'Time since which no delivery has succeeded; null while deliveries succeed',
    ),
    disabledAt: IsoDate.nullable(),
    disabledBecause: z
      .enum(DISABLED_BECAUSE)
      .nullable()
      .describe('Disabled by an admin, because its address responded with 410, or because it failed for days'),
    previousSecretUntil: IsoDate.nullable().describe('Time until which the previous secret also signs deliveries'),
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof Webhook>

const NewWebhook = Webhook.extend({ secret: z.string().describe('Begins with whsec_; shown only this once') })

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'skipped'] as const
export const DELIVERY_PROBLEMS = [
  'status',
  'redirect',
  'timeout',
  'unreachable',
  'addressForbidden',
  'gone',
  'disabled',
] as const

export const WebhookDelivery = z
  .object({
    _id: Id.describe('The same as webhook-id'),
    event: z.string(),
    memeId: Id.nullable().describe('Null if the meme was permanently deleted'),
    state: z.enum(DELIVERY_STATES).describe('skipped: the event was no longer true when it was due'),
    attempts: Count,
    responseStatus: Count.nullable(),
    problem: z.enum(DELIVERY_PROBLEMS).nullable(),
    createdAt: IsoDate,
    attemptedAt: IsoDate.nullable(),
    nextAttemptAt: IsoDate.nullable(),
    isRepeatable: z.boolean(),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

const admin = { tag: 'admin', auth: 'member', role: 'admin' } as const
const ById = z.object({ id: Id })

export const listWebhooks = defineCall('GET /admin/webhooks', {
  ...admin,
  summary: 'List all webhooks, oldest first',
  response: okData(z.array(Webhook)),
})

export const createWebhook = defineCall('POST /admin/webhooks', {
  ...admin,
  status: 201,
  freshProof: true,
  summary: 'Add a webhook; its secret is shown only this once',
  body: z.object({ url: WebhookUrl, events: Events }),
  failures: ['webhook.tooMany', 'webhook.addressForbidden'],
  response: okData(NewWebhook),
})

export const changeWebhook = defineCall('PATCH /admin/webhooks/{id}', {
  ...admin,
  summary:
    'Change the address or events of a webhook, disable it, or enable it again; changing the address requires a fresh proof of identity',
  params: ById,
  body: z.object({ url: optional(WebhookUrl), events: optional(Events), enabled: optional(z.boolean()) }),
  failures: ['webhook.notFound', 'webhook.addressForbidden', 'auth.confirmFirst'],
  response: okData(Webhook),
})

export const removeWebhook = defineCall('DELETE /admin/webhooks/{id}', {
  ...admin,
  summary: 'Remove a webhook and its delivery log',
  params: ById,
  failures: ['webhook.notFound'],
  response: MessageAnswer,
})

export const rotateSecret = defineCall('POST /admin/webhooks/{id}/rotate-secret', {
  ...admin,
  freshProof: true,
  summary: 'Create a new secret, shown only this once; for a day, both secrets sign deliveries',
  params: ById,
  failures: ['webhook.notFound'],
  response: okData(NewWebhook),
})

export const sendTestEvent = defineCall('POST /admin/webhooks/{id}/test-event', {
  ...admin,
  status: 202,
  summary: 'Send the event webhook.test',
  params: ById,
  failures: ['webhook.notFound', 'webhook.disabled'],
  response: MessageAnswer,
})

export const listDeliveries = defineCall('GET /admin/webhooks/{id}/deliveries', {
  ...admin,
  summary: 'List the newest 100 deliveries of a webhook',
  params: ById,
  failures: ['webhook.notFound'],
  response: okData(z.array(WebhookDelivery)),
})

export const redeliver = defineCall('POST /admin/webhooks/{id}/deliveries/{deliveryId}/redeliver', {
  ...admin,
  status: 202,
  summary: 'Send a delivery again, with the same webhook-id',
  params: z.object({ id: Id, deliveryId: Id }),
  failures: ['webhook.notFound', 'webhook.deliveryNotFound', 'webhook.disabled'],
  response: MessageAnswer,
})
