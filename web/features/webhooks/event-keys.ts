import type { WebhookEvent } from '#contract/notifications/webhooks.ts'

export const EVENT_KEYS = {
  'meme.created': 'webhooks.event.created',
  'meme.restored': 'webhooks.event.restored',
  'meme.removed': 'webhooks.event.removed',
} as const satisfies Record<WebhookEvent, string>

export const EVENTS = Object.keys(EVENT_KEYS) as WebhookEvent[]

export const eventKey = (event: string) =>
  event in EVENT_KEYS ? EVENT_KEYS[event as WebhookEvent] : ('webhooks.event.test' as const)
