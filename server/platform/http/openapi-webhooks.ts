import { TEST_EVENT, WEBHOOK_BODIES } from '#contract/notifications/webhooks.ts'
import type { Json, Schemas } from './openapi-schemas.ts'

const SUMMARIES: Record<keyof typeof WEBHOOK_BODIES, string> = {
  'meme.created': 'A meme became public: it was uploaded, or its review ended',
  'meme.restored': 'A meme that was hidden, removed, or deleted is public again',
  'meme.removed': 'A meme is no longer public: it was deleted, removed, or hidden with its suspended owner',
  [TEST_EVENT]: 'An admin tests the webhook',
}
const HEADERS = {
  'webhook-id': 'The same in every attempt of a delivery, so that receivers can ignore duplicates',
  'webhook-timestamp': 'Time of this attempt, in Unix seconds',
  'webhook-signature':
    'One or two signatures `v1,…`, separated by a space: HMAC-SHA256 over `id.timestamp.body`, in base64',
}

/** Describes the events sent to admins' webhooks, signed according to Standard Webhooks. */
export function webhooksOf(schemas: Schemas): Json {
  const parameters = Object.entries(HEADERS).map(([name, description]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  }))
  const events = Object.keys(WEBHOOK_BODIES) as (keyof typeof WEBHOOK_BODIES)[]
  return Object.fromEntries(
    events.map((event) => [
      event,
      {
        post: {
          operationId: `on ${event}`.replace(/[ .](\w)/g, (_, letter: string) => letter.toUpperCase()),
          tags: ['admin'],
          summary: SUMMARIES[event],
          parameters,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemas.json(WEBHOOK_BODIES[event], 'output') } },
          },
          responses: {
            '2XX': { description: 'Accepted; the response body is not read' },
            '410': { description: 'Disables the webhook' },
            default: { description: 'The delivery is retried for three days; redirects are not followed' },
          },
        },
      },
    ]),
  )
}
