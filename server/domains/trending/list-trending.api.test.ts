import { expect, test } from 'vitest'
import type { Viewer } from '#server/platform/viewer.ts'
import { forever } from '#test/caches.ts'
import { buildMember, buildMeme } from '#test/factories.ts'
import { viewerOf, watchStatements } from '#test/feed-viewer.ts'
import { appForFile } from '#test/for-file.ts'
import { listTrendingMemes, listTrendingUsers } from './list-trending.ts'
import { refreshTrending } from './refresh-trending.ts'

const VISITOR: Viewer = { kind: 'visitor', language: 'en', address: '', userAgent: '' }

const app = await appForFile({}, { cacheAge: forever })
const owner = await buildMember(app)
const fan = await buildMember(app)

/** Creates a meme that is in the lists. */
async function buildTrending(name: string): Promise<string> {
  const { id } = await buildMeme(app, { user: owner.user, name })
  const body = { memeId: id, action: 'like', active: true }
  expect((await app.call('POST', '/user-action', { token: fan.token, body })).status).toBe(200)
  await refreshTrending(app.deps)
  return id
}

test('gains never exceed the counts', async () => {
  const id = await buildTrending('A "quoted" heron')
  await app.db.updateTable('meme_stats').set({ like_count: 0 }).where('meme_id', '=', id).execute()
  const input = { period: '24h', limit: 15 } as const
  for (const viewer of [VISITOR, viewerOf(fan.user), viewerOf(owner.user)]) {
    const { memes } = await listTrendingMemes(app.deps, viewer, input)
    expect(memes[0]).toMatchObject({ rank: 1, likeCount: 0, meme: { _id: id } })
  }
})

test('a page of people takes one statement, even when empty', async () => {
  const { db, seen } = watchStatements(app.db)
  for (const page of [1, 9]) {
    seen.statements = 0
    const found = await listTrendingUsers({ db }, viewerOf(fan.user), { timeFrame: '7d', page, limit: 15 })
    expect(seen.statements).toBe(1)
    expect(found).toMatchObject({ total: 1, hasNext: false })
    expect(found.users).toHaveLength(page === 1 ? 1 : 0)
  }
})
