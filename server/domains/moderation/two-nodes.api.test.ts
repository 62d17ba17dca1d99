import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { createTestDatabase } from '#test/database.ts'
import { buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { poll } from '#test/poll.ts'
import { refreshTrending } from '../trending/refresh-trending.ts'

const database = await createTestDatabase()
const authSecret = 'the same on every node, as it must be'
const deciding = await appForFile({ authSecret }, { database })
const other = await createTestApp({ authSecret }, { database: { ...database, drop: async () => {} } })
const moderator = await buildMember(deciding, { role: 'moderator' })
afterAll(() => other.stop())

const idsOf = (memes: { _id: string }[]) => memes.map(({ _id }) => _id)
/** Returns a meme's visibility to a visitor of the other node, in cached and in uncached lists. */
async function seen(id: string) {
  const [meme, feed, trending] = await Promise.all([
    other.call('GET', `/meme/${id}`),
    other.call('GET', '/recommendation-feed?limit=100'),
    other.call('GET', '/trending-memes'),
  ])
  return {
    meme: meme.status,
    feed: idsOf(feed.body.data.recommendations).includes(id),
    trending: idsOf(trending.body.data.map(({ meme: one }: { meme: { _id: string } }) => one)).includes(id),
  }
}
const waitFor = (id: string, expected: object) =>
  poll(async () => (JSON.stringify(await seen(id)) === JSON.stringify(expected) ? true : undefined), {
    withinMs: 10_000,
    everyMs: 20,
    missing: `the other node does not see ${JSON.stringify(expected)}`,
  })
const decide = (path: string, body: object = {}) =>
  deciding.call('POST', `/moderation/${path}`, { token: moderator.token, body })

test('another node applies a removal and its undo', async () => {
  const [meme, fan] = [await buildMeme(deciding), await buildMember(deciding)]
  for (const action of ['like', 'copy'])
    await deciding.call('POST', '/user-action', { token: fan.token, body: { memeId: meme.id, action } })
  await refreshTrending(deciding.deps)
  await waitFor(meme.id, { meme: 200, feed: true, trending: true })
  const removed = await decide(`memes/${meme.id}/remove`, { reason: 'Spam' })
  await waitFor(meme.id, { meme: 410, feed: false, trending: false })
  expect((await decide(`decisions/${removed.body.decisionId}/undo`)).status).toBe(200)
  await waitFor(meme.id, { meme: 200, feed: true, trending: true })
})

test('another node applies a suspension and a demotion from the next request', async () => {
  const member = await buildMember(deciding)
  const meme = await buildMeme(deciding, { user: member.user })
  await waitFor(meme.id, { meme: 200, feed: true, trending: false })
  await decide(`users/${member.user.id}/suspend`, { reason: 'Rude' })
  expect((await other.call('PUT', '/users/me/profile', { token: member.token, body: {} })).status).toBe(403)
  await waitFor(meme.id, { meme: 404, feed: false, trending: false })
  const [admin, second] = [
    await buildMember(deciding, { role: 'admin' }),
    await buildMember(deciding, { role: 'moderator' }),
  ]
  const desk = () => other.call('GET', '/moderation/reports', { token: second.token })
  expect((await desk()).status).toBe(200)
  await deciding.call('PUT', `/admin/people/${second.user.id}/role`, { token: admin.token, body: { role: 'member' } })
  expect((await desk()).status).toBe(403)
})

test('another node applies a setting from the next request', async () => {
  const admin = await buildMember(deciding, { role: 'admin' })
  const body = { registration: 'closed' }
  await deciding.call('PUT', '/admin/settings', { token: admin.token, body })
  expect((await other.call('GET', '/config')).body.data.registration).toBe('closed')
  await deciding.call('PUT', '/admin/settings', { token: admin.token, body: { registration: 'open' } })
  expect((await other.call('GET', '/config')).body.data.registration).toBe('open')
})
