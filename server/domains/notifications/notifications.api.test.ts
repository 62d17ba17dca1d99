import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { withTransaction } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import { type BuiltMember, buildMember, buildMeme, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { pictureForm } from '#test/multipart.ts'
import { randomPicture } from '#test/random-picture.ts'
import { sweepNotifications } from './jobs.ts'
import { notifyOfModeration } from './notify.ts'

const app = await appForFile()
await app.app.listen({ port: 0, host: '127.0.0.1' })
const origin = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`

const get = async (url: string, { token }: BuiltMember) => (await app.call('GET', url, { token })).body
const post = (url: string, { token }: BuiltMember, body?: object) =>
  app.call('POST', url, { token, ...(body ? { body } : {}) })
const like = (memeId: string, member: BuiltMember, active = true) =>
  post('/user-action', member, { memeId, action: 'like', active })
const follow = (person: BuiltMember, by: BuiltMember) => post(`/users/${person.user.id}/follow`, by)
const unread = async (member: BuiltMember): Promise<number> => (await get('/notifications/unread', member)).count

test('unread followers and likes are grouped, and a new group begins after reading', async () => {
  const an = await buildMember(app)
  const fans = [await buildMember(app), await buildMember(app), await buildMember(app), await buildMember(app)] as const
  const meme = await buildMeme(app, { user: an.user, name: 'Much liked' })
  for (const fan of fans) {
    await like(meme.id, fan)
    await follow(an, fan)
  }
  await like(meme.id, an)
  const list = await get('/notifications', an)
  expect(list).toMatchObject({ success: true, hasNextPage: false, nextCursor: null })
  expect(list.data).toMatchObject([
    { kind: 'follow', isRead: false, peopleCount: 4, meme: null },
    { kind: 'like', peopleCount: 4, meme: { _id: meme.id, name: 'Much liked', sensitive: false } },
  ])
  expect(list.data[1].people.map(({ _id }: { _id: string }) => _id)).toEqual(
    fans
      .slice(1)
      .toReversed()
      .map(({ user }) => user.id),
  )
  expect(await unread(an)).toBe(2)

  const read = await post('/notifications/read', an, { until: list.data[0].updatedAt })
  expect(read.body).toEqual({ success: true, count: 0 })
  // Removing and repeating a like does not notify again.
  await like(meme.id, fans[0], false)
  await like(meme.id, fans[0])
  expect(await unread(an)).toBe(0)
  await like(meme.id, await buildMember(app))
  expect(await unread(an)).toBe(1)
  const after = await get('/notifications?limit=2', an)
  expect(after.data.map((one: { kind: string; isRead: boolean }) => [one.kind, one.isRead])).toEqual([
    ['like', false],
    ['follow', true],
  ])
  const rest = await get(`/notifications?limit=2&cursor=${after.nextCursor}`, an)
  expect(rest.data).toMatchObject([{ kind: 'like', isRead: true, peopleCount: 4 }])
  expect((await post('/notifications/read', an, { until: after.data[0]._id })).body.count).toBe(0)
})

test('omits muted and blocked people and kinds that are off', async () => {
  const [an, binh, chi] = [await buildMember(app), await buildMember(app), await buildMember(app)]
  await post(`/users/${binh.user.id}/mute`, an)
  await follow(an, binh)
  expect(await unread(an)).toBe(0)
  await follow(an, chi)
  expect(await unread(an)).toBe(1)
  await post(`/users/${an.user.id}/block`, chi)
  expect([await unread(an), (await get('/notifications', an)).data]).toEqual([0, []])

  const preferences = { notifications: { like: false } }
  const saved = await app.call('PUT', '/users/me/preferences', { token: an.token, body: preferences })
  expect(saved.body.preferences.notifications).toMatchObject({ like: false, follow: true })
  const meme = await buildMeme(app, { user: an.user })
  await like(meme.id, await buildMember(app))
  expect(await unread(an)).toBe(0)
})

test('a decision by a moderator includes its reason, and notifications are private', async () => {
  const [an, binh] = [await buildMember(app), await buildMember(app)]
  await withTransaction(app.db, (tx) =>
    notifyOfModeration(tx, an.user.id, { decisionId: newId(), action: 'removed', reason: 'Spam', meme: undefined }),
  )
  const [one] = (await get('/notifications', an)).data
  expect(one).toMatchObject({ kind: 'moderation', people: [], detail: { action: 'removed', reason: 'Spam' } })
  await post('/notifications/read', binh, { until: one._id })
  expect(await unread(an)).toBe(1)
  for (const until of ['yesterday', '0000-01-01T00:00:00Z', ''])
    expect((await post('/notifications/read', an, { until })).status).toBe(400)
})

test('open streams send the count at once and on every change, in each tab', async () => {
  const [an, binh] = [await buildMember(app), await buildMember(app)]
  const open = async () => {
    const events: number[] = []
    const controller = new AbortController()
    const response = await fetch(`${origin}/api/notifications/stream`, {
      headers: { authorization: `Bearer ${an.token}` },
      signal: controller.signal,
    })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const reading = (async () => {
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? [])
        for (const [, count] of chunk.matchAll(/"count":(\d+)/g)) events.push(Number(count))
    })().catch(() => {})
    const close = () => {
      controller.abort()
      return reading
    }
    return { events, close }
  }
  const tabs = [await open(), await open()]
  for (const { events } of tabs) await expect.poll(() => events).toEqual([0])
  await follow(an, binh)
  for (const { events } of tabs) await expect.poll(() => events.at(-1)).toBe(1)
  await post('/notifications/read', an, { until: new Date().toISOString() })
  for (const { events } of tabs) await expect.poll(() => events.at(-1)).toBe(0)
  for (const tab of tabs) await tab.close()
})

test('sweeps notifications older than 90 days or beyond 500', async () => {
  const [an, binh] = [await buildMember(app), await buildMember(app)]
  const decide = (count: number) =>
    withTransaction(app.db, async (tx) => {
      for (let one = 0; one < count; one += 1)
        await notifyOfModeration(tx, an.user.id, { decisionId: newId(), action: 'removed', reason: `${one}` })
    })
  const rows = () => app.db.selectFrom('notifications').selectAll().where('user_id', '=', an.user.id).execute()
  await decide(501)
  await follow(binh, an)
  await sweepNotifications(app.deps, new Date())
  expect((await rows()).length).toBe(500)
  expect(await unread(binh)).toBe(1)
  await sweepNotifications(app.deps, new Date(Date.now() + 91 * 86_400_000))
  expect(await rows()).toEqual([])
})

test('new memes of followed people notify only followers who enabled it', async () => {
  const [an, binh, chi, dung] = [
    await buildMember(app),
    await buildMember(app),
    await buildMember(app),
    await buildMember(app),
  ]
  const want = (member: BuiltMember) =>
    app.call('PUT', '/users/me/preferences', { token: member.token, body: { notifications: { post: true } } })
  for (const fan of [binh, chi, dung]) await follow(an, fan)
  await want(binh)
  await want(dung)
  await post(`/users/${an.user.id}/mute`, dung)
  const upload = async (name: string) => {
    const form = pictureForm(await randomPicture(unique()), { name })
    return (await app.call('POST', '/meme', { token: an.token, ...form })).body.data
  }
  const [first, second] = [await upload('First'), await upload('Second')]
  await vi.waitFor(
    async () =>
      expect((await get('/notifications', binh)).data).toMatchObject([
        { kind: 'post', peopleCount: 1, people: [{ _id: an.user.id }], detail: { count: 2 } },
      ]),
    { timeout: 10_000 },
  )
  const [one] = (await get('/notifications', binh)).data
  expect([first._id, second._id]).toContain(one.meme._id)
  expect([await unread(chi), await unread(dung)]).toEqual([0, 0])
  // An edit does not count as a new meme.
  await post('/notifications/read', binh, { until: one._id })
  await app.call('PATCH', `/meme/${first._id}`, { token: an.token, body: { name: 'Renamed' } })
  await upload('Third')
  await vi.waitFor(async () => expect((await get('/notifications', binh)).data).toHaveLength(2), { timeout: 10_000 })
  expect((await get('/notifications', binh)).data[0]).toMatchObject({ isRead: false, detail: { count: 1 } })
})
