import { describe, expect, it, vi } from 'vitest'
import type { Webhook } from '#contract/notifications/webhooks.ts'
import { alerts, button, field, type Reply, showScreen, type } from '#test/web/screen.tsx'
import { WebhookList } from './webhook-list.tsx'

const webhook: Webhook = {
  _id: '0190b1a2-0000-7000-8000-000000000000',
  url: 'https://example.com/memes',
  events: ['meme.created', 'meme.removed'],
  createdAt: '2026-11-01T10:00:00.000Z',
  failingSince: null,
  disabledAt: null,
  disabledBecause: null,
  previousSecretUntil: null,
}
const path = `/admin/webhooks/${webhook._id}`
const show = (webhooks: Webhook[], replies: Record<string, Reply> = {}) =>
  showScreen(<WebhookList />, {
    texts: ['webhooks'],
    replies: { 'GET /admin/webhooks': { body: { success: true, data: webhooks } }, ...replies },
  })
const appears = (text: string) => vi.waitFor(() => expect(document.body.textContent).toContain(text))

describe('the webhook list', () => {
  it('shows the secret of a new webhook, which gets all events by default', async () => {
    const made = { ...webhook, secret: 'whsec_abc' }
    const { sent } = await show([], { 'POST /admin/webhooks': { status: 201, body: { success: true, data: made } } })
    await appears('No webhooks yet')
    type('Address', 'https://example.com/memes')
    button('Add a webhook').click()
    await appears('whsec_abc')
    expect(sent.find(({ call }) => call === 'POST /admin/webhooks')?.body).toEqual({
      url: 'https://example.com/memes',
      events: ['meme.created', 'meme.restored', 'meme.removed'],
    })
  })

  it('shows an address error at the field and leaves the text', async () => {
    const message = 'This address is in a private network.'
    await show([], {
      'POST /admin/webhooks': { status: 400, body: { success: false, code: 'webhook.addressForbidden', message } },
    })
    await appears('No webhooks yet')
    type('Address', 'http://10.0.0.1/')
    button('Add a webhook').click()
    await vi.waitFor(() => expect(alerts()).toContain(message))
    expect(field('Address').value).toBe('http://10.0.0.1/')
  })

  it('shows why a webhook is disabled, offers to enable it, and sends nothing to it', async () => {
    const disabled = { ...webhook, disabledAt: '2026-11-02T10:00:00.000Z', disabledBecause: 'gone' } as const
    const { sent } = await show([disabled], { [`PATCH ${path}`]: { body: { success: true, data: webhook } } })
    await appears('the receiver responded with 410 Gone')
    expect(document.body.textContent).not.toContain('Send a test event')
    button('Enable').click()
    await vi.waitFor(() => expect(sent).toContainEqual({ call: `PATCH ${path}`, body: { enabled: true } }))
  })

  it('lists deliveries with their results, and can repeat some', async () => {
    const id = '0190b1a2-0000-7000-8000-000000000001'
    const delivery = {
      _id: id,
      event: 'meme.created',
      memeId: webhook._id,
      state: 'failed',
      attempts: 10,
      responseStatus: 503,
      problem: 'status',
      createdAt: '2026-11-02T10:00:00.000Z',
      attemptedAt: '2026-11-05T10:00:00.000Z',
      nextAttemptAt: null,
      isRepeatable: true,
    }
    const forgotten = { ...delivery, _id: webhook._id, event: 'meme.removed', memeId: null, isRepeatable: false }
    const { sent } = await show([webhook], {
      [`GET ${path}/deliveries`]: { body: { success: true, data: [delivery, forgotten] } },
      [`POST ${path}/deliveries/${id}/redeliver`]: { status: 202, body: { success: true, message: 'On its way' } },
    })
    await appears(webhook.url)
    button('Deliveries').click()
    await appears('Response 503 · 10 attempts')
    const again = [...document.querySelectorAll('button')].filter(({ textContent }) => textContent === 'Send again')
    expect(again).toHaveLength(1)
    again[0]?.click()
    await vi.waitFor(() => expect(sent.map(({ call }) => call)).toContain(`POST ${path}/deliveries/${id}/redeliver`))
  })
})
