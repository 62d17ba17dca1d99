import * as z from 'zod'
import { defineCall } from '../call.ts'
import { PUSH_ENDPOINT_MAX_CHARS } from '../limits.ts'
import { isHttpAddress, MessageAnswer, okData, text } from '../primitives.ts'

const member = { tag: 'notifications', auth: 'member', suspendedAllowed: true } as const

/** A fixed number of bytes as base64url, in the format of `PushSubscription.toJSON()`. */
const bytes = (count: number) =>
  text().refine((value) => new RegExp(`^[\\w-]{${Math.ceil((count * 8) / 6)}}=*$`).test(value), 'invalidValue')

export const PushSubscriptionInput = z.object({
  endpoint: text()
    .refine((value) => value.length <= PUSH_ENDPOINT_MAX_CHARS, 'tooLong')
    .refine(isHttpAddress, 'invalidValue')
    .describe('The address that the browser received from its push service'),
  p256dh: bytes(65),
  auth: bytes(16),
})
export type PushSubscriptionInput = z.infer<typeof PushSubscriptionInput>

export const PushState = z
  .object({
    publicKey: z.string().nullable().describe('The applicationServerKey; null if Web Push is off on the site'),
    isSubscribed: z.boolean().describe('True if this session receives push notifications'),
  })
  .meta({ id: 'PushState' })
export type PushState = z.infer<typeof PushState>

export const getPush = defineCall('GET /notifications/push', {
  ...member,
  summary: 'Get the data that a browser needs to subscribe to Web Push, and whether this session is subscribed',
  response: okData(PushState),
})

export const subscribePush = defineCall('PUT /notifications/push', {
  ...member,
  summary: 'Subscribe this session’s browser to Web Push; replaces its earlier subscription',
  body: PushSubscriptionInput,
  failures: ['push.off', 'push.addressForbidden'],
  response: MessageAnswer,
})

export const unsubscribePush = defineCall('DELETE /notifications/push', {
  ...member,
  summary: 'Unsubscribe this session’s browser from Web Push',
  response: MessageAnswer,
})
