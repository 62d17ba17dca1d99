import { TEST_EVENT, type Webhook, type WebhookDelivery } from '#contract/notifications/webhooks.ts'
import type { DeliveryRow, WebhookRow } from './queries.ts'

const timeOf = (time: Date | null) => time?.toISOString() ?? null

/** Returns the webhook without its secrets. */
export function presentWebhook(row: WebhookRow): Webhook {
  return {
    _id: row.id,
    url: row.url,
    events: row.events,
    createdAt: row.created_at.toISOString(),
    failingSince: timeOf(row.failing_since),
    disabledAt: timeOf(row.disabled_at),
    disabledBecause: row.disabled_because,
    previousSecretUntil: row.previous_until && row.previous_until > new Date() ? timeOf(row.previous_until) : null,
  }
}

export function presentDelivery(row: DeliveryRow): WebhookDelivery {
  const isWaiting = row.state === 'waiting'
  return {
    _id: row.id,
    event: row.event,
    memeId: row.meme_id,
    state: row.state,
    attempts: row.attempts,
    responseStatus: row.response_status,
    problem: row.problem as WebhookDelivery['problem'],
    createdAt: row.created_at.toISOString(),
    attemptedAt: timeOf(row.attempted_at),
    nextAttemptAt: isWaiting ? timeOf(row.next_at) : null,
    isRepeatable: !isWaiting && (row.meme_id !== null || row.event === TEST_EVENT),
  }
}
