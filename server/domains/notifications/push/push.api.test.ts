import { createPublicKey } from 'node:crypto'
import { jwtVerify } from 'jose'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { PUSH_SUBSCRIPTIONS_MAX, SESSION_IDLE_DAYS } from '#contract/limits.ts'
import { type BuiltMember, buildMember, buildMeme, changeUsers } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { poll } from '#test/poll.ts'
import { createPushBrowser, startPushService } from '#test/push-service.ts'
import { sweepNotifications } from '../jobs.ts'
import { deliverPushes } from './deliver-pushes.ts'
import { FAILURES_MAX } from './rules.ts'

let owner: BuiltMember
let fan: BuiltMember
const service = await startPushService()
afterAll(() => service.close())
const app = await appForFile({ linkFetchAllowlist: [new URL(service.base).host] })
const admin = await buildMember(app, { role: 'admin' })
beforeEach(async () => {
  service.status = 201
  service.posted.length = 0
  await turn(true)
  owner = await buildMember(app)
  fan = await buildMember(app, { displayName: 'Fan' })
})

const turn = (webPush: boolean) =>
  app.call('PUT', '/admin/settings', { token: admin.token, body: { webPush, siteName: 'Mèo Room' } })
const state = async ({ token }: BuiltMember) =>
  (await app.call('GET', '/notifications/push', { token })).body.data as { publicKey: string; isSubscribed: boolean }
let counter = 0
const endpoint = () => {
  counter += 1
  return `${service.base}/send/${counter}`
}
const subscribe = (member: BuiltMember, body: object) =>
  app.call('PUT', '/notifications/push', { token: member.token, body })
const like = (memeId: string, member = fan) =>
  app.call('POST', '/user-action', { token: member.token, body: { memeId, action: 'like' } })
const follow = (target: BuiltMember, member = fan) =>
  app.call('POST', `/users/${target.user.id}/follow`, { token: member.token })
const deliver = (timeLimitMs = 2000) => deliverPushes(app.deps, { signal: AbortSignal.timeout(20_000), timeLimitMs })
const rows = (member = owner) =>
  app.db.selectFrom('push_subscriptions').selectAll().where('user_id', '=', member.user.id).execute()
const again = () =>
  app.db.updateTable('notifications').set({ pushed_at: null }).where('user_id', '=', owner.user.id).execute()
/** Polls; also waits for the server's job, which may have claimed a notification before the test. */
const until = (what: string, holds: () => Promise<boolean> | boolean) =>
  poll(async () => ((await holds()) ? true : undefined), { withinMs: 20_000, everyMs: 50, missing: what })

test('a like reaches the browser, encrypted for it and signed by the site', async () => {
  const browser = createPushBrowser()
  const meme = await buildMeme(app, { user: owner.user, name: 'On the train' })
  expect((await subscribe(owner, { endpoint: endpoint(), ...browser.keys })).status).toBe(200)
  const { publicKey, isSubscribed } = await state(owner)
  expect(isSubscribed).toBe(true)
  expect((await like(meme.id)).status).toBe(200)
  await until('no push came', () => service.posted.length > 0)
  const [push] = service.posted
  if (!push) throw new Error('no push')
  expect(browser.read(push.body)).toEqual({
    title: 'Mèo Room',
    body: 'Fan liked “On the train”',
    tag: expect.any(String),
    path: `/meme/${meme.id}`,
  })
  expect(() => createPushBrowser().read(push.body)).toThrow()
  expect(push.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
  // RFC 8292: a token for this push service, signed with the key that the browser subscribed with.
  const [, token = '', key] = /^vapid t=(.+), k=(.+)$/.exec(`${push.headers.authorization}`) ?? []
  expect(key).toBe(publicKey)
  const point = Buffer.from(publicKey, 'base64url')
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const verifier = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const { payload } = await jwtVerify(token, verifier)
  expect(payload).toMatchObject({ aud: service.base, sub: expect.stringMatching(/^mailto:/) })
})

test('without the setting there is no key, no subscription and no push', async () => {
  const meme = await buildMeme(app, { user: owner.user })
  const { keys } = createPushBrowser()
  await subscribe(owner, { endpoint: endpoint(), ...keys })
  await turn(false)
  expect((await state(owner)).publicKey).toBe(null)
  const refused = await subscribe(owner, { endpoint: endpoint(), ...keys })
  expect([refused.status, refused.body.code]).toEqual([409, 'push.off'])
  await like(meme.id)
  await deliver()
  expect(service.posted).toEqual([])
  await app.call('DELETE', '/notifications/push', { token: owner.token })
})

test('refuses an address in a private network, and does not connect to a name that resolves there', async () => {
  const { keys } = createPushBrowser()
  const inside = [
    ...['http://127.0.0.1:1/x', 'https://10.0.0.1/x', 'https://[::1]/x', 'http://0x7f000001:81/x'],
    ...['http://localhost:1/x', 'https://LocalHost./x', 'https://db.internal/x', 'https://intranet/x'],
  ]
  for (const address of inside)
    expect((await subscribe(owner, { endpoint: address, ...keys })).body.code).toBe('push.addressForbidden')
  const bad = ['ftp://example.com/x', 'nowhere', 'https://a:b@example.com/', `https://example.com/${'x'.repeat(1000)}`]
  for (const address of bad) expect((await subscribe(owner, { endpoint: address, ...keys })).status).toBe(400)
  const wrong = [{ p256dh: 'AAAA', auth: keys.auth }, { p256dh: keys.p256dh, auth: '' }, { p256dh: keys.p256dh }]
  for (const other of wrong) expect((await subscribe(owner, { endpoint: endpoint(), ...other })).status).toBe(400)
  const port = Number(new URL(service.base).port)
  expect((await subscribe(owner, { endpoint: endpoint(), ...keys })).status).toBe(200)
  await app.db
    .updateTable('push_subscriptions')
    .set({ endpoint: `http://localhost:${port + 1}/x` })
    .where('user_id', '=', owner.user.id)
    .execute()
  await follow(owner)
  await deliver()
  await until('no failure is counted', async () => (await rows())[0]?.failures === 1)
  expect(service.posted).toEqual([])
})

test('removes the subscription of a browser that is gone', async () => {
  const { keys } = createPushBrowser()
  for (const status of [404, 410]) {
    service.status = status
    const reader = await buildMember(app)
    await subscribe(reader, { endpoint: endpoint(), ...keys })
    await follow(reader)
    await deliver()
    await until(`still subscribed after ${status}`, async () => (await rows(reader)).length === 0)
  }
})

test('gives up on a push service that redirects, fails or hangs', async () => {
  const { keys } = createPushBrowser()
  await subscribe(owner, { endpoint: endpoint(), ...keys })
  // Only the test sends it, with a shorter time limit than the server's job.
  await changeUsers(app.db, owner.user.id, { notifications_off: ['like'] })
  const id = crypto.randomUUID()
  await app.db
    .insertInto('notifications')
    .values({ id, user_id: owner.user.id, kind: 'export', gather_key: `export ${id}`, meme_id: null })
    .execute()
  const failing = [
    [302, 1],
    [500, 2],
    [undefined, 3],
  ] as const
  for (const [status, failures] of failing) {
    service.status = status
    await again()
    await deliver(300)
    await until(`not ${failures} failures`, async () => (await rows())[0]?.failures === failures)
  }
  expect(service.posted.map(({ path }) => path.startsWith('/send/'))).toEqual([true, true, true])
  service.status = 201
  await again()
  await deliver()
  expect((await rows())[0]?.failures).toBe(0)
  service.status = 500
  await app.db
    .updateTable('push_subscriptions')
    .set({ failures: FAILURES_MAX - 1 })
    .where('user_id', '=', owner.user.id)
    .execute()
  await again()
  await deliver()
  await until('still subscribed', async () => (await rows()).length === 0)
})

test('an invalid curve point fails only its own subscription', async () => {
  await subscribe(owner, { endpoint: endpoint(), p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) })
  await follow(owner)
  await deliver()
  await until('still there', async () => (await rows()).length === 0)
  expect(service.posted).toEqual([])
})

test('does not push disabled kinds or notifications from blocked people', async () => {
  const meme = await buildMeme(app, { user: owner.user })
  const body = { pushes: { like: false } }
  const { preferences } = (await app.call('PUT', '/users/me/preferences', { token: owner.token, body })).body
  expect(preferences.pushes).toMatchObject({ like: false, follow: true })
  await like(meme.id)
  const other = await buildMember(app)
  await follow(owner, other)
  await app.call('POST', `/users/${other.user.id}/block`, { token: owner.token })
  await subscribe(owner, { endpoint: endpoint(), ...createPushBrowser().keys })
  await deliver()
  expect(service.posted).toEqual([])
})

test('a subscription ends with its session, and one browser belongs to one member', async () => {
  const { keys } = createPushBrowser()
  const shared = endpoint()
  await subscribe(owner, { endpoint: shared, ...keys })
  await subscribe(fan, { endpoint: shared, ...keys })
  expect([(await rows()).length, (await rows(fan)).length]).toEqual([0, 1])
  await subscribe(owner, { endpoint: endpoint(), ...keys })
  await app.call('POST', '/auth/logout', { token: owner.token })
  await follow(owner)
  await deliver()
  expect(service.posted).toEqual([])
  await sweepNotifications(app.deps, new Date())
  expect(await rows()).toEqual([])
  expect((await app.call('DELETE', '/notifications/push', { token: fan.token })).status).toBe(200)
  expect((await state(fan)).isSubscribed).toBe(false)
})

test('retains the newest browsers of a member up to the limit', async () => {
  const { keys } = createPushBrowser()
  for (let index = 0; index < PUSH_SUBSCRIPTIONS_MAX + 2; index += 1) {
    const session = { id: crypto.randomUUID(), user_id: owner.user.id, expires_at: new Date(Date.now() + 86_400_000) }
    await app.db.insertInto('sessions').values(session).execute()
    const row = {
      id: crypto.randomUUID(),
      user_id: owner.user.id,
      session_id: session.id,
      endpoint: endpoint(),
      ...keys,
    }
    await app.db.insertInto('push_subscriptions').values(row).execute()
  }
  const newest = endpoint()
  await subscribe(owner, { endpoint: newest, ...keys })
  const remaining = await rows()
  expect([remaining.length, remaining.some((row) => row.endpoint === newest)]).toEqual([PUSH_SUBSCRIPTIONS_MAX, true])
})

test('simultaneous nodes push a notification once', async () => {
  await follow(owner)
  await subscribe(owner, { endpoint: endpoint(), ...createPushBrowser().keys })
  await Promise.all([deliver(), deliver(), deliver()])
  await deliver()
  expect(service.posted.length).toBe(1)
})

test.each([
  ['was not used for 30 days', { last_used_at: new Date(Date.now() - SESSION_IDLE_DAYS * 86_400_000 - 1000) }],
  ['is over', { expires_at: new Date(Date.now() - 1000) }],
  ['was ended', { revoked_at: new Date() }],
])('a browser with a session that %s gets no push, and its subscription is deleted', async (_, change) => {
  const browser = createPushBrowser()
  const quiet = createPushBrowser()
  await subscribe(owner, { endpoint: endpoint(), ...browser.keys })
  await subscribe(fan, { endpoint: endpoint(), ...quiet.keys })
  await app.db.updateTable('sessions').set(change).where('user_id', '=', owner.user.id).execute()
  const { id } = await buildMeme(app, { user: owner.user })
  await like(id)
  // A push to another member shows that the job has run.
  await follow(fan, await buildMember(app))
  await until('nothing was pushed', async () => {
    await deliver()
    return service.posted.length > 0
  })
  expect(service.posted).toHaveLength(1)
  expect(await rows()).toHaveLength(1)
  await sweepNotifications(app.deps, new Date())
  expect(await rows()).toEqual([])
  expect(await rows(fan)).toHaveLength(1)
})
