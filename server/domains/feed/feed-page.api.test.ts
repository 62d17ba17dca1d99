import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { buildMember } from '#test/factories.ts'
import { createFeedLibrary, idsOf, type Shown } from '#test/feed-library.ts'
import { viewerOf, watchStatements } from '#test/feed-viewer.ts'
import { createFeedMemory } from './catalog/feed-memory.ts'
import { getFeed, writeCursor } from './get-feed.ts'

const library = await createFeedLibrary()
const { app, memes } = library
afterAll(() => app.stop())

const feed: typeof library.feed = (options) => library.feed(options)

describe('a page', () => {
  test('costs at most six queries for members and five for visitors; later pages cost three', async () => {
    const { db, seen } = watchStatements(app.deps.db)
    const member = viewerOf((await buildMember(app)).user)
    const visitor = { kind: 'visitor', language: 'en', address: '127.0.0.1', userAgent: 'viewer' } as const
    const deps = { config: app.deps.config, db, caches: app.deps.caches, memory: createFeedMemory({ ...app.deps, db }) }
    await deps.memory.catalogs.current()
    for (const viewer of [member, visitor]) {
      let cursor: string | undefined
      for (let page = 1; page <= 3; page += 1) {
        seen.statements = 0
        const answer = await getFeed(deps, viewer, { limit: 10, cursor })
        expect(answer.memes).toHaveLength(10)
        expect(seen.statements).toBeGreaterThan(0)
        // The visit and viewer state, the page with changes of its cards, and the cards that are not cached yet.
        const most = page > 1 ? 3 : viewer.kind === 'member' ? 6 : 5
        expect(seen.statements).toBeLessThanOrEqual(most)
        cursor = answer.next ? writeCursor(app.deps, answer.next) : undefined
      }
    }
  })

  test('is the same on another node and for simultaneous requests', async () => {
    const { app: node } = await app.anotherNode()
    const { token } = await buildMember(app)
    const first = await feed({ token, limit: 10 })
    const ask = (from: typeof node) =>
      from.inject({
        method: 'GET',
        url: `/api/recommendation-feed?limit=10&cursor=${encodeURIComponent(first.next ?? '')}`,
        headers: { authorization: `Bearer ${token}` },
      })
    const pages = await Promise.all([ask(node), ask(app.app), ask(node)])
    const shown = pages.map((page) => page.json().data.recommendations.map((meme: Shown) => meme._id))
    expect(shown[1]).toEqual(shown[0])
    expect(shown[2]).toEqual(shown[0])
    expect(shown[0].filter((id: string) => idsOf(first.shown).includes(id))).toEqual([])
    await node.close()
  })

  test('of a member opens for no one else with its cursor; one of a visitor opens for the member who signs in', async () => {
    const [an, binh] = [await buildMember(app), await buildMember(app)]
    const open = (token: string | undefined, cursor: string | undefined) =>
      app.call('GET', `/recommendation-feed?limit=5${cursor ? `&cursor=${cursor}` : ''}`, token ? { token } : {})
    const first = await open(an.token, undefined)
    // The second page of the visit exists only after its member opened it.
    for (const isFixed of [false, true]) {
      for (const token of [binh.token, undefined]) {
        const { status, body } = await open(token, first.body.nextCursor)
        expect([isFixed, status, body.code]).toEqual([isFixed, 400, 'cursor.invalid'])
      }
      expect((await open(an.token, first.body.nextCursor)).status).toBe(200)
    }
    const visit = await open(undefined, undefined)
    expect((await open(binh.token, visit.body.nextCursor)).status).toBe(200)
  })

  test('is marked as the last, even if it is exactly full', async () => {
    const { token } = await buildMember(app)
    const all = await feed({ token, limit: memes.length })
    expect(all.shown).toHaveLength(memes.length)
    expect(all.next).toBeNull()
  })
})

test('quality is the lower bound of the approval share, so many views weigh more than few', async () => {
  // Wilson's interval at 90 %, computed by hand: views, likes, copies, dislikes, bound.
  const samples = [
    [0, 0, 0, 0, 0],
    [4, 2, 0, 0, 0.1824],
    [1000, 500, 0, 0, 0.474],
    [3, 5, 5, 1, 0.677],
    [1000, 10, 5, 40, 0.0098],
  ] as const
  for (const [views, likes, copies, dislikes, bound] of samples) {
    const found = await sql<{
      share: number
    }>`select proven_share(${views}::int, ${likes}::int, ${copies}::int, ${dislikes}::int) as share`.execute(app.db)
    expect(found.rows[0]?.share).toBeCloseTo(bound, 3)
  }
})
