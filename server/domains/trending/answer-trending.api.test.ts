import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '#contract/memes/trending.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { type BuiltMember, buildMember, buildMeme } from '#test/factories.ts'
import { readerOf, watchStatements } from '#test/feed-reader.ts'
import { poll } from '#test/poll.ts'
import { createKeptCards } from '../memes/kept-cards.ts'
import { createTrendingAnswers } from './answer-trending.ts'
import { listTrendingMemes } from './list-trending.ts'
import { refreshTrending } from './refresh-trending.ts'

const LONG_MS = 600_000
const VISITOR: Viewer = { kind: 'visitor', language: 'en', address: '', userAgent: '' }

let app: TestApp
let owner: BuiltMember
let fan: BuiltMember
beforeAll(async () => {
  app = await createTestApp({}, { feedFreshMs: LONG_MS })
  owner = await buildMember(app)
  fan = await buildMember(app)
})
afterAll(() => app.stop())

/** Creates a meme that is in the lists. */
async function buildTrending(name: string): Promise<string> {
  const { id } = await buildMeme(app, { user: owner.user, name })
  const body = { memeId: id, action: 'like', active: true }
  expect((await app.call('POST', '/user-action', { token: fan.token, body })).status).toBe(200)
  await refreshTrending(app.deps)
  return id
}

const names = async (query: string, token?: string): Promise<string[]> =>
  (await app.call('GET', `/trending-memes?${query}`, token === undefined ? {} : { token })).body.data.map(
    ({ meme }: { meme: { name: string } }) => meme.name,
  )

test('an answer of kept cards says what the memes say, with gains that are no more than the counts', async () => {
  const id = await buildTrending('A "quoted" heron')
  await app.db.updateTable('meme_stats').set({ like_count: 0 }).where('meme_id', '=', id).execute()
  const answers = createTrendingAnswers(app.deps, createKeptCards(), 0)
  const input = { period: '24h', limit: 15 } as const
  for (const viewer of [VISITOR, readerOf(fan.user), readerOf(owner.user)]) {
    const { memes, ...rest } = await listTrendingMemes(app.deps, viewer, input)
    const expected = contract.listTrendingMemes.response.parse({ success: true, data: memes, ...rest })
    expect(JSON.parse(await answers.memes(viewer, input))).toEqual(expected)
    expect(expected.data[0]).toMatchObject({ rank: 1, likeCount: 0, meme: { _id: id } })
  }
})

test('visitors share an answer for a moment, members get their own', async () => {
  await buildTrending('Ibis one')
  const before = await names('limit=20')
  await buildTrending('Ibis two')
  expect(await names('limit=20')).toEqual(before)
  expect(await names('limit=20', fan.token)).toContain('Ibis two')
  // A different request gets a separate answer.
  expect(await names('limit=21')).toContain('Ibis two')
  const people = async (token?: string) =>
    (await app.call('GET', '/users/trending', token === undefined ? {} : { token })).body.data[0].analytics.totalMemes
  const shared = await people()
  await buildTrending('Ibis three')
  expect([await people(), await people(fan.token)]).toEqual([shared, shared + 1])
})

test('what a moderator takes away is gone from the answer that visitors share', async () => {
  const id = await buildTrending('Stork one')
  expect(await names('limit=30')).toContain('Stork one')
  const { token } = await buildMember(app, { role: 'moderator' })
  const removal = { token, body: { reason: 'Against the rules.' } }
  expect((await app.call('POST', `/moderation/memes/${id}/remove`, removal)).status).toBe(200)
  await poll(async () => !(await names('limit=30')).includes('Stork one'), { withinMs: 10_000, missing: 'it stays' })
})

test('a page of people is one statement, also where there is nobody', async () => {
  const { db, seen } = watchStatements(app.db)
  const answers = createTrendingAnswers({ ...app.deps, db }, createKeptCards(), 0)
  for (const page of [1, 9]) {
    seen.statements = 0
    const answer = JSON.parse(await answers.users(readerOf(fan.user), { timeFrame: '7d', page, limit: 15 }))
    expect(seen.statements).toBe(1)
    expect(answer).toMatchObject({ page, limit: 15, total: 1, hasNext: false })
    expect(answer.data).toHaveLength(page === 1 ? 1 : 0)
  }
})
