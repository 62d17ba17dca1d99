import type http from 'node:http'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { buildMember, buildMeme, changeUsers } from '#test/factories.ts'
import { createWebhookSite, WEBHOOK_WAIT } from '#test/webhook-site.ts'
import { RETRY_WAITS } from './rules.ts'

const HOUR = 3_600_000
const IMPATIENT_MS = 300

const site = await createWebhookSite()
const { app, member, admin, receiver } = site
afterAll(() => site.stop())
afterEach(() => site.clear())
const bellOf = async ({ token }: { token: string }) => (await app.call('GET', '/notifications', { token })).body.data

describe('failing receivers', () => {
  test('a delivery waits longer after each failure, with the same id, and fails after the last attempt', async () => {
    receiver.answer = (response) => response.writeHead(500).end()
    const hook = await site.add()
    await buildMeme(app, { user: member.user })
    await site.settled(hook._id, 'waiting')
    for (const wait of RETRY_WAITS) {
      const [{ attemptedAt, nextAttemptAt, responseStatus, problem }] = await site.deliveriesOf(hook._id)
      expect([responseStatus, problem]).toEqual([500, 'status'])
      expect(Date.parse(nextAttemptAt) - Date.parse(attemptedAt)).toBe(wait)
      const before = receiver.received.length
      await site.deliverAt(Date.parse(nextAttemptAt) - 1000)
      expect(receiver.received).toHaveLength(before)
      await site.deliverAt(Date.parse(nextAttemptAt))
      expect(receiver.received).toHaveLength(before + 1)
    }
    const [last] = await site.deliveriesOf(hook._id)
    expect(last).toMatchObject({ state: 'failed', attempts: RETRY_WAITS.length + 1, nextAttemptAt: null })
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)

    const [now] = (await site.asAdmin('GET', '')).body.data
    expect(now).toMatchObject({ disabledBecause: 'failing', disabledAt: expect.any(String) })
    const mail = await app.mailTo(admin.user.email ?? '')
    expect(mail.text).toContain(new URL(receiver.base).host)
    expect(`${mail.text} ${mail.html}`).not.toContain('/hook')
    expect(mail.text).toContain('/admin?tab=webhooks')
    const notification = {
      kind: 'webhook',
      isRead: false,
      detail: { action: 'failing', host: new URL(receiver.base).host },
    }
    expect(await bellOf(admin)).toMatchObject([notification])
    await buildMeme(app, { user: member.user })
    expect(await site.deliveriesOf(hook._id)).toHaveLength(1)

    receiver.answer = (response) => response.writeHead(200).end()
    const again = `/${hook._id}/deliveries/${last._id}/redeliver`
    expect((await site.asAdmin('POST', again)).body.code).toBe('webhook.disabled')
    expect((await site.asAdmin('PATCH', `/${hook._id}`, { enabled: true })).body.data.disabledAt).toBeNull()
    expect((await site.asAdmin('POST', again)).status).toBe(202)
    await site.settled(hook._id, 'delivered')
    expect((await site.asAdmin('GET', '')).body.data[0].failingSince).toBeNull()
  })

  test('a receiver that fails every other time gets each event once', async () => {
    let turn = 0
    const accepted: unknown[] = []
    receiver.answer = (response) => {
      turn += 1
      if (turn % 2 === 0) accepted.push(response.req.headers['webhook-id'])
      response.writeHead(turn % 2 ? 500 : 200).end()
    }
    const hook = await site.add()
    const ids = []
    for (let count = 0; count < 4; count += 1) ids.push((await buildMeme(app, { user: member.user })).id)
    // The job ends before the clock advances: it would lose its leases.
    await site.settled(hook._id, 'delivered', 'delivered', 'waiting', 'waiting')
    for (let run = 1; run <= 3; run += 1) await site.deliverAt(Date.now() + run * HOUR)
    const found = await site.deliveriesOf(hook._id)
    expect(found.map(({ state }) => state)).toEqual(Array(4).fill('delivered'))
    expect(found.map(({ memeId }) => memeId).toSorted()).toEqual(ids.toSorted())
    expect(accepted.toSorted()).toEqual(found.map(({ _id }) => _id).toSorted())
  })

  test.each([
    ['never answers', (): void => {}, { problem: 'timeout', responseStatus: null }, IMPATIENT_MS],
    [
      'redirects',
      (response: http.ServerResponse) => response.writeHead(307, { location: '/elsewhere' }).end(),
      { problem: 'redirect', responseStatus: 307 },
    ],
    ['hangs up', (response: http.ServerResponse) => response.destroy(), { problem: 'unreachable' }],
  ])(
    'a receiver that %s has not received the event, and no other address is requested',
    async (_, act, expected, timeLimitMs?: number) => {
      receiver.answer = (response) => void act(response)
      const hook = await site.add()
      await app.db.updateTable('webhooks').set({ disabled_at: new Date() }).execute()
      await buildMeme(app, { user: member.user })
      await app.db.updateTable('webhooks').set({ disabled_at: null }).execute()
      // Due after the job's next run.
      const due = new Date(Date.now() + HOUR)
      await app.db
        .insertInto('webhook_deliveries')
        .values({ webhook_id: hook._id, event: 'webhook.test', next_at: due })
        .execute()
      await site.deliverAt(due.getTime(), timeLimitMs)
      expect(await site.deliveriesOf(hook._id)).toMatchObject([{ state: 'waiting', attempts: 1, ...expected }])
      expect(receiver.received.map(({ path }) => path)).toEqual(['/hook'])
    },
  )

  test('a receiver that answers 410 is disabled at once, and the admins are notified', async () => {
    receiver.answer = (response) => response.writeHead(410).end()
    const hook = await site.add()
    const mails = app.mails.length
    // Admins without a verified address get no mail, but the bell notifies them even if they switched off everything else.
    const { user, token } = await buildMember(app, { role: 'admin' })
    await changeUsers(app.db, user.id, { email_verified_at: null })
    const off = { follow: false, like: false, post: false, moderation: false, upload: false, export: false }
    await app.call('POST', '/users/me/preferences', { token, body: { notifications: off } })
    await site.asAdmin('POST', `/${hook._id}/test-event`)
    await site.settled(hook._id, 'failed')
    expect((await site.asAdmin('GET', '')).body.data).toMatchObject([{ disabledBecause: 'gone' }])
    await vi.waitFor(() => expect(app.mails.slice(mails).map(({ to }) => to)).toContain(admin.user.email), WEBHOOK_WAIT)
    expect(app.mails.slice(mails).map(({ to }) => to)).not.toContain(user.email)
    const [notification] = await bellOf({ token })
    expect(notification).toMatchObject({
      kind: 'webhook',
      detail: { action: 'gone', host: new URL(receiver.base).host },
    })
    expect(JSON.stringify(notification)).not.toContain('/hook')
    expect(await bellOf(member)).toEqual([])
    expect((await site.asAdmin('POST', `/${hook._id}/test-event`)).body.code).toBe('webhook.disabled')
  })

  test('two nodes that deliver at the same time send each event once', async () => {
    receiver.answer = (response) => response.writeHead(500).end()
    const hook = await site.add()
    for (let count = 0; count < 4; count += 1) await buildMeme(app, { user: member.user })
    await site.settled(hook._id, ...Array(4).fill('waiting'))
    receiver.answer = (response) => setTimeout(() => response.writeHead(200).end(), 20)
    receiver.received = []
    await Promise.all([
      site.deliverAt(Date.now() + HOUR),
      site.deliverAt(Date.now() + HOUR),
      site.deliverAt(Date.now() + HOUR),
    ])
    expect(receiver.received).toHaveLength(4)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(4)
  })
})
