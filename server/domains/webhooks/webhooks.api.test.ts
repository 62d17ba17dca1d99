import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { WEBHOOKS_MAX } from '#contract/limits.ts'
import { WEBHOOK_EVENTS } from '#contract/notifications/webhooks.ts'
import { buildMember, buildMeme } from '#test/factories.ts'
import { createWebhookSite, WEBHOOK_WAIT, type WebhookReceiver } from '#test/webhook-site.ts'
import { sweepDeliveries } from './jobs.ts'

type Received = WebhookReceiver['received'][number]
const HOUR = 3_600_000

const site = await createWebhookSite()
const { app, member, admin, receiver } = site
afterAll(() => site.stop())
afterEach(() => site.clear())

describe('events', () => {
  test('a new meme is sent like a public answer, with a verifiable signature', async () => {
    const { secret } = await site.add()
    const meme = await buildMeme(app, { user: member.user, name: 'Cat & dog #pets' })
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), WEBHOOK_WAIT)
    const [{ headers, text }] = receiver.received as [Received]
    expect(new Verifier(secret).verify(text, headers)).toMatchObject({
      type: 'meme.created',
      timestamp: expect.stringMatching(/Z$/),
      data: {
        _id: meme.id,
        url: `http://memeroom.test/meme/${meme.id}`,
        name: 'Cat & dog #pets',
        tags: ['pets'],
        sensitive: false,
        picture: { url: expect.stringMatching(/^http:\/\/memeroom\.test\/media\//), width: meme.width },
        creator: { username: member.user.username },
      },
    })
    expect(() => new Verifier(secret).verify(`${text} `, headers)).toThrow()
    expect(text).not.toContain(member.user.email)
  })

  test('a removed meme is sent as its id only, and sent again when it is restored', async () => {
    const meme = await buildMeme(app, { user: member.user, name: 'Here and gone' })
    await site.add(['meme.removed', 'meme.restored'])
    await app.call('DELETE', `/meme/${meme.id}`, { token: member.token })
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), WEBHOOK_WAIT)
    expect(JSON.parse(receiver.received[0]?.text ?? '')).toEqual({
      type: 'meme.removed',
      timestamp: expect.any(String),
      data: { _id: meme.id },
    })
    await app.call('POST', `/meme/${meme.id}/restore`, { token: member.token })
    await vi.waitFor(() => expect(receiver.received).toHaveLength(2), WEBHOOK_WAIT)
    expect(JSON.parse(receiver.received[1]?.text ?? '')).toMatchObject({
      type: 'meme.restored',
      data: { name: 'Here and gone' },
    })
  })

  test('a suspension sends removals of the member’s memes, and its end sends them again', async () => {
    const other = await buildMember(app)
    const ids = [(await buildMeme(app, { user: other.user })).id, (await buildMeme(app, { user: other.user })).id]
    await site.add(['meme.removed', 'meme.restored'])
    const decide = (what: string, body: object) =>
      app.call('POST', `/moderation/users/${other.user.id}/${what}`, { token: admin.token, body })
    expect((await decide('suspend', { reason: 'spam' })).status).toBe(200)
    const deliveriesOf = (type: string) =>
      receiver.received.map(({ text }) => JSON.parse(text)).filter((body) => body.type === type)
    await vi.waitFor(
      () =>
        expect(
          deliveriesOf('meme.removed')
            .map(({ data }) => data._id)
            .toSorted(),
        ).toEqual(ids.toSorted()),
      WEBHOOK_WAIT,
    )
    expect((await decide('unsuspend', { reason: 'fine again' })).status).toBe(200)
    await vi.waitFor(() => expect(deliveriesOf('meme.restored')).toHaveLength(2), WEBHOOK_WAIT)
  })

  test('a meme in review is sent after its approval, and never if rejected', async () => {
    await app.call('PUT', '/admin/settings', { token: admin.token, body: { review: true } })
    const newcomer = await buildMember(app)
    const hook = await site.add()
    const [held, rejected] = [
      await buildMeme(app, { user: newcomer.user, name: 'Held' }),
      await buildMeme(app, { user: newcomer.user, name: 'Rejected' }),
    ]
    expect([held.status, rejected.status]).toEqual(['review', 'review'])
    const decide = (id: string, what: string) =>
      app.call('POST', `/moderation/memes/${id}/${what}`, { token: admin.token, body: { reason: 'because' } })
    expect((await decide(rejected.id, 'remove')).status).toBe(200)
    expect(await site.deliveriesOf(hook._id)).toEqual([])
    expect((await decide(held.id, 'approve')).status).toBe(200)
    await site.settled(hook._id, 'delivered')
    expect(JSON.parse(receiver.received[0]?.text ?? '')).toMatchObject({ type: 'meme.created', data: { _id: held.id } })
    await app.call('PUT', '/admin/settings', { token: admin.token, body: { review: false } })
  })

  test('a sensitive meme is sent without its picture', async () => {
    await site.add()
    const meme = await buildMeme(app, { user: member.user, name: 'Not for all' })
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), WEBHOOK_WAIT)
    await app.call('POST', `/moderation/memes/${meme.id}/sensitive`, { token: admin.token, body: { sensitive: true } })
    const [hook] = (await site.asAdmin('GET', '')).body.data
    const [delivery] = await site.settled(hook._id, 'delivered')
    expect((await site.asAdmin('POST', `/${hook._id}/deliveries/${delivery?._id}/redeliver`)).status).toBe(202)
    await vi.waitFor(() => expect(receiver.received).toHaveLength(2), WEBHOOK_WAIT)
    expect(JSON.parse(receiver.received[1]?.text ?? '').data).toMatchObject({
      _id: meme.id,
      sensitive: true,
      picture: null,
    })
    expect(receiver.received[1]?.headers['webhook-id']).toBe(receiver.received[0]?.headers['webhook-id'])
  })

  test('a meme removed while its event waited is not sent as new', async () => {
    receiver.answer = (response) => response.writeHead(503).end()
    const hook = await site.add()
    const meme = await buildMeme(app, { user: member.user })
    await site.settled(hook._id, 'waiting')
    receiver.answer = (response) => response.writeHead(200).end()
    await app.call('DELETE', `/meme/${meme.id}`, { token: member.token })
    await site.settled(hook._id, 'delivered', 'waiting')
    await site.deliverAt(Date.now() + HOUR)
    expect((await site.deliveriesOf(hook._id)).map(({ event, state }) => [event, state])).toEqual([
      ['meme.removed', 'delivered'],
      ['meme.created', 'skipped'],
    ])
  })

  test('unsubscribed events are not recorded', async () => {
    const hook = await site.add(['meme.removed'])
    await buildMeme(app, { user: member.user })
    expect(await site.deliveriesOf(hook._id)).toEqual([])
  })
})

describe('secrets and addresses', () => {
  test('a secret is shown once, and after a rotation both sign for a day', async () => {
    const { _id, secret } = await site.add()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(JSON.stringify((await site.asAdmin('GET', '')).body)).not.toContain(secret)
    const rotated = (await site.asAdmin('POST', `/${_id}/rotate-secret`)).body.data
    expect(rotated.secret).not.toBe(secret)
    await site.asAdmin('POST', `/${_id}/test-event`)
    await site.settled(_id, 'delivered')
    const [{ text, headers }] = receiver.received as [Received]
    for (const one of [secret, rotated.secret])
      expect(new Verifier(one).verify(text, headers)).toMatchObject({ type: 'webhook.test' })
    await app.db
      .updateTable('webhooks')
      .set({ previous_until: new Date(0) })
      .execute()
    await site.asAdmin('POST', `/${_id}/test-event`)
    await site.settled(_id, 'delivered', 'delivered')
    const [, later] = receiver.received as [Received, Received]
    expect(() => new Verifier(secret).verify(later.text, later.headers)).toThrow()
    expect(new Verifier(rotated.secret).verify(later.text, later.headers)).toMatchObject({ data: {} })
  })

  test('refuses a private address, by host name too, unless the operator allows it', async () => {
    const { port } = new URL(receiver.base)
    const inside = [
      ...['http://127.0.0.1:1/x', 'http://[::1]/x', 'http://169.254.169.254/latest', 'http://0x7f.1/x'],
      ...['http://localhost/x', 'http://LOCALHOST./x', `http://localhost:${Number(port) + 1}/x`, 'http://a.localhost/'],
      ...['http://intranet/', 'https://db.internal/', 'https://printer.local/', 'http://router.home.arpa/'],
    ]
    const { _id } = await site.add()
    for (const url of inside) {
      const answers = [
        await site.asAdmin('POST', '', { url, events: WEBHOOK_EVENTS }),
        await site.asAdmin('PATCH', `/${_id}`, { url }),
      ]
      for (const { status, body } of answers)
        expect([status, body.code, body.message], url).toEqual([
          400,
          'webhook.addressForbidden',
          expect.stringContaining('LINK_FETCH_ALLOWLIST'),
        ])
    }
    expect((await site.asAdmin('GET', '')).body.data).toMatchObject([{ url: `${receiver.base}/hook` }])
    // An unresolvable name may resolve later; its address is checked then.
    const unknown = { url: 'https://nobody-has-this-name.invalid/', events: WEBHOOK_EVENTS }
    expect((await site.asAdmin('POST', '', unknown)).status).toBe(201)
  })

  test('sends nothing to a host name that resolves to a private address at delivery', async () => {
    const { _id } = await site.add()
    const { port } = new URL(receiver.base)
    await app.db
      .updateTable('webhooks')
      .set({ url: `http://localhost:${Number(port) + 1}/x` })
      .where('id', '=', _id)
      .execute()
    await site.asAdmin('POST', `/${_id}/test-event`)
    const found = await site.settled(_id, 'waiting')
    expect(found).toMatchObject([{ problem: 'addressForbidden', responseStatus: null }])
    expect(receiver.received).toEqual([])
  })

  test.each(['ftp://example.com/', 'https://me:secret@example.com/', 'nonsense', 'javascript:alert(1)'])(
    'rejects %s as a webhook address',
    async (url) => {
      const refused = await site.asAdmin('POST', '', { url, events: WEBHOOK_EVENTS })
      expect([refused.status, refused.body.errors]).toMatchObject([400, [{ path: 'url', code: 'invalidUrl' }]])
    },
  )

  test('changing, disabling and removing a webhook is logged without its path', async () => {
    const { _id } = await site.add(WEBHOOK_EVENTS, '/secret-path')
    const changed = await site.asAdmin('PATCH', `/${_id}`, { events: ['meme.removed', 'meme.removed'], enabled: false })
    expect(changed.body.data).toMatchObject({ events: ['meme.removed'], disabledBecause: 'admin' })
    expect((await site.asAdmin('DELETE', `/${_id}`)).status).toBe(200)
    expect((await site.asAdmin('DELETE', `/${_id}`)).body.code).toBe('webhook.notFound')
    const log = JSON.stringify((await app.call('GET', '/moderation/log', { token: admin.token })).body)
    expect(log).toContain(`webhook ${new URL(receiver.base).host}: removed`)
    expect(log).not.toContain('secret-path')
  })

  test('limits the number of webhooks', async () => {
    for (let count = 0; count < WEBHOOKS_MAX; count += 1) await site.add()
    const refused = await site.asAdmin('POST', '', { url: receiver.base, events: WEBHOOK_EVENTS })
    expect([refused.status, refused.body.code]).toEqual([409, 'webhook.tooMany'])
  })
})

test('old deliveries are deleted, and waiting ones stay', async () => {
  const hook = await site.add()
  const row = (state: 'waiting' | 'delivered', days: number) => ({
    webhook_id: hook._id,
    event: 'webhook.test',
    state,
    created_at: new Date(Date.now() - days * 24 * HOUR),
    next_at: new Date(Date.now() + HOUR),
  })
  await app.db
    .insertInto('webhook_deliveries')
    .values([row('waiting', 40), row('delivered', 40), row('delivered', 1)])
    .execute()
  await sweepDeliveries(app.deps, new Date())
  expect((await site.deliveriesOf(hook._id)).map(({ state }) => state)).toEqual(['delivered', 'waiting'])
})

test('after a meme is permanently deleted, its deliveries do not contain its ID', async () => {
  const hook = await site.add()
  const meme = await buildMeme(app, { user: member.user })
  await site.settled(hook._id, 'delivered')
  await app.db.deleteFrom('memes').where('id', '=', meme.id).execute()
  const found = await site.settled(hook._id, 'delivered', 'delivered')
  expect(found.map(({ event, memeId, isRepeatable }) => [event, memeId, isRepeatable])).toEqual([
    ['meme.removed', null, false],
    ['meme.created', null, false],
  ])
})
