import { describe, expect, test } from 'vitest'
import { createCaches } from '#server/platform/cache/caches.ts'
import { type Db, withTransaction } from '#server/platform/db/db.ts'
import { forever } from '#test/caches.ts'
import { buildMember, buildMeme, changeMemes } from '#test/factories.ts'
import { viewerOf, watchStatements } from '#test/feed-viewer.ts'
import { appForFile } from '#test/for-file.ts'
import { publishRelated } from '../../memes/visibility.ts'
import { getFeed, writeCursor } from '../get-feed.ts'
import { createCatalogs } from './catalog.ts'
import { CATALOG_SIZES } from './catalog-queries.ts'
import { createFeedMemory } from './feed-memory.ts'
import { createSharedSources } from './sources.ts'

const app = await appForFile()

/** Caches that only changes empty. */
function newCaches(db: Db) {
  const { bus } = app.deps
  return { db, bus, caches: createCaches(bus, forever) }
}

describe('shared candidates', () => {
  test('are read once for simultaneous requests, and again after they are cleared', async () => {
    const { db, seen } = watchStatements(app.db)
    const deps = newCaches(db)
    const catalogs = createCatalogs(deps)
    await Promise.all([catalogs.current(), catalogs.current(), catalogs.current()])
    expect(seen.statements).toBe(1)
    const before = catalogs.current()
    deps.caches.clear()
    await before
    expect(seen.statements).toBe(1)
    await catalogs.current()
    expect(seen.statements).toBe(2)
  })

  test('are not cached if memes were hidden while they were being read', async () => {
    const { db, seen } = watchStatements(app.db)
    const deps = newCaches(db)
    const catalogs = createCatalogs(deps)
    const reading = catalogs.current()
    deps.caches.clear()
    await reading
    await catalogs.current()
    expect(seen.statements).toBe(2)
  })

  test('can be read again after a database outage', async () => {
    const { db, seen } = watchStatements(app.db)
    const catalogs = createCatalogs(newCaches(db))
    seen.isDown = true
    await expect(catalogs.current()).rejects.toThrow('down')
    seen.isDown = false
    expect((await catalogs.current()).memes).toEqual([])
  })
})

test('on a site larger than the cache a member sees every meme once', async () => {
  const { user } = await buildMember(app)
  const { id: _, sensitive: __, ...row } = await buildMeme(app, { user })
  const count = CATALOG_SIZES.best + 150
  const ids = Array.from({ length: count }, (_, index) => `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`)
  await app.db
    .insertInto('memes')
    .values(ids.map((id, index) => ({ ...row, id, created_at: new Date(Date.now() - index * 60_000) })))
    .execute()
  await app.db
    .insertInto('meme_stats')
    .values(ids.map((meme_id, index) => ({ meme_id, view_count: 100, like_count: index % 50 })))
    .execute()
  const viewer = viewerOf((await buildMember(app)).user)
  const deps = {
    config: app.deps.config,
    db: app.db,
    caches: app.deps.caches,
    memory: createFeedMemory(newCaches(app.db)),
  }
  expect((await deps.memory.catalogs.current()).isWhole).toBe(false)
  const shown: string[] = []
  let cursor: string | undefined
  for (let page = 0; page < 20; page += 1) {
    const { memes, next } = await getFeed(deps, viewer, { limit: 100, cursor })
    shown.push(...memes.map(({ _id }) => _id))
    if (!next) break
    expect(memes).toHaveLength(100)
    cursor = writeCursor(app.deps, next)
  }
  expect(shown).toHaveLength(count + 1)
  expect(new Set(shown).size).toBe(count + 1)
})

test('the taste and sources of a viewer are read once, and again after an action', async () => {
  const owner = (await buildMember(app)).user
  const [one, two] = [await buildMeme(app, { user: owner }), await buildMeme(app, { user: owner })]
  const { db, seen } = watchStatements(app.db)
  const memory = createFeedMemory(newCaches(db))
  const deps = { config: app.deps.config, db, caches: app.deps.caches, memory }
  await memory.catalogs.current()
  const viewer = await buildMember(app)
  const like = (memeId: string) =>
    app.call('POST', '/user-action', { token: viewer.token, body: { memeId, action: 'like', active: true } })
  const statements = async (): Promise<number> => {
    const before = seen.statements
    await getFeed(deps, viewerOf(viewer.user), { limit: 10 })
    return seen.statements - before
  }
  await like(one.id)
  const whole = await statements()
  expect(await statements()).toBe(whole - 2)
  await like(two.id)
  expect(await statements()).toBe(whole)
})

test('relations of liked memes are read once for all profiles, and again after they are recomputed', async () => {
  const meme = await buildMeme(app, { user: (await buildMember(app)).user })
  const { db, seen } = watchStatements(app.db)
  const sources = createSharedSources(newCaches(db).caches)
  const statements = async (): Promise<number> => {
    const before = seen.statements
    await sources.of(db, { liked: [{ id: meme.id, weight: 1 }], creators: [], tags: [] }, null)
    return seen.statements - before
  }
  expect([await statements(), await statements()]).toEqual([1, 0])
  await withTransaction(app.deps.db, publishRelated)
  // Any request waits until the node has received it.
  await app.call('GET', '/health')
  expect([await statements(), await statements()]).toEqual([1, 0])
})

test('the newest memes of tags are read once for simultaneous pages, without removed memes', async () => {
  const owner = (await buildMember(app)).user
  const [old, gone, latest] = [
    await buildMeme(app, { user: owner, description: '#herons', createdAt: new Date(Date.now() - 1000) }),
    await buildMeme(app, { user: owner, description: '#herons' }),
    await buildMeme(app, { user: owner, description: '#herons #storks', createdAt: new Date(Date.now() + 1000) }),
  ]
  await changeMemes(app.db, gone.id, { status: 'removed' })
  const { db, seen } = watchStatements(app.db)
  const { caches } = newCaches(db)
  const sources = createSharedSources(caches)
  const ask = () => sources.of(db, { liked: [], creators: [], tags: ['herons', 'storks'] }, null)
  const [one] = await Promise.all([ask(), ask()])
  expect([one?.newestOf('herons').ids, one?.newestOf('storks').ids]).toEqual([[latest.id, old.id], [latest.id]])
  const before = seen.statements
  await ask()
  expect(seen.statements).toBe(before)
  caches.clear()
  seen.isDown = true
  await expect(ask()).rejects.toThrow('down')
  seen.isDown = false
  expect((await ask()).newestOf('cranes').ids).toEqual([])
})
