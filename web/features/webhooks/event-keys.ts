import type { WebhookDelivery, WebhookEvent } from '#contract/notifications/webhooks.ts'

export const EVENT_KEYS = {
  'meme.created': 'webhooks.event.created',
  'meme.restored': 'webhooks.event.restored',
  'meme.removed': 'webhooks.event.removed',
} as const satisfies Record<WebhookEvent, string>

export const EVENTS = Object.keys(EVENT_KEYS) as WebhookEvent[]

export const eventKey = (event: string) =>
  event in EVENT_KEYS ? EVENT_KEYS[event as WebhookEvent] : ('webhooks.event.test' as const)

export const STATE_KEYS = {
  waiting: 'webhooks.state.waiting',
  delivered: 'webhooks.state.delivered',
  failed: 'webhooks.state.failed',
  skipped: 'webhooks.state.skipped',
} as const satisfies Record<WebhookDelivery['state'], string>

export const PROBLEM_KEYS = {
  status: 'webhooks.problem.status',
  redirect: 'webhooks.problem.redirect',
  timeout: 'webhooks.problem.timeout',
  unreachable: 'webhooks.problem.unreachable',
  addressForbidden: 'webhooks.problem.addressForbidden',
  gone: 'webhooks.problem.gone',
  disabled: 'webhooks.problem.disabled',
} as const satisfies Record<NonNullable<WebhookDelivery['problem']>, string>
