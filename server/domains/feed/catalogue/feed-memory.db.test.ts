import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readsOf } from '#server/db/replica/reads.ts'
import { type Member, NO_FILTERS } from '#server/viewer.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { type BuiltMember, buildMember, buildMeme } from '#test/factories.ts'
import { getFeed, writeCursor } from '../get-feed.ts'
import { createCatalogues } from './catalogue.ts'
import { CATALOGUE } from './catalogue-queries.ts'
import { createFeedMemory } from './feed-memory.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.stop())

const NEVER_MS = 3_600_000

/** The database, where each statement that begins with a text can be counted and made to fail. */
function watched() {
  const seen = { statements: 0, isDown: false }
  const db = app.db.withPlugin({
    transformQuery({ node }) {
      seen.statements += 1
      if (seen.isDown) throw new Error('down')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { db, seen }
}

const viewerOf = ({ id, username }: BuiltMember['user']): Member => ({
  kind: 'member',
  language: 'en',
  address: '127.0.0.1',
  userAgent: 'reader',
  userId: id,
  username,
  sessionId: '',
  confirmedAt: new Date(),
  contentLanguage: 'en',
  suspended: false,
  role: 'member',
  filters: NO_FILTERS,
})

describe('the shared candidates', () => {
  test('are read once for requests that come together, and again when they are forgotten', async () => {
    const { db, seen } = watched()
    const catalogues = createCatalogues({ db }, NEVER_MS)
    await Promise.all([catalogues.current(), catalogues.current(), catalogues.current()])
    expect(seen.statements).toBe(1)
    const before = catalogues.current()
    catalogues.forget()
    await before
    expect(seen.statements).toBe(1)
    await catalogues.current()
    expect(seen.statements).toBe(2)
  })

  test('that are being read when memes are hidden are not kept', async () => {
    const { db, seen } = watched()
    const catalogues = createCatalogues({ db }, NEVER_MS)
    const reading = catalogues.current()
    catalogues.forget()
    await reading
    await catalogues.current()
    expect(seen.statements).toBe(2)
  })

  test('can be read again after the database was away', async () => {
    const { db, seen } = watched()
    const catalogues = createCatalogues({ db }, NEVER_MS)
    seen.isDown = true
    await expect(catalogues.current()).rejects.toThrow('down')
    seen.isDown = false
    expect((await catalogues.current()).memes).toEqual([])
  })
})

test('a member of a site with more memes than are kept is shown every one of them once', async () => {
  const { user } = await buildMember(app)
  const { id: _, sensitive: __, ...row } = await buildMeme(app, { user })
  const count = CATALOGUE.best + 150
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
    reads: app.deps.reads,
    memory: createFeedMemory(app.deps, NEVER_MS),
  }
  expect((await deps.memory.catalogues.current()).isWhole).toBe(false)
  const shown: string[] = []
  let cursor: string | undefined
  for (let page = 0; page < 20; page += 1) {
    const { memes, next } = await getFeed(deps, viewer, { limit: 100, cursor })
    shown.push(...memes.map((meme) => meme._id))
    if (!next) break
    expect(memes).toHaveLength(100)
    cursor = writeCursor(app.deps, next)
  }
  expect(shown).toHaveLength(count + 1)
  expect(new Set(shown).size).toBe(count + 1)
})

test('what liked memes bring is read once for all readers, and again after relations were computed anew', async () => {
  const owner = (await buildMember(app)).user
  const [one, two] = [await buildMeme(app, { user: owner }), await buildMeme(app, { user: owner })]
  const { db, seen } = watched()
  const memory = createFeedMemory({ db }, NEVER_MS)
  const deps = { config: app.deps.config, db, reads: readsOf(db), memory }
  await memory.catalogues.current()
  const like = ({ token }: BuiltMember, memeId: string) =>
    app.call('POST', '/user-action', { token, body: { memeId, action: 'like', active: true } })
  const statementsOf = async (reader: BuiltMember): Promise<number> => {
    const before = seen.statements
    await getFeed(deps, viewerOf(reader.user), { limit: 10 })
    return seen.statements - before
  }
  const [first, second, third] = [await buildMember(app), await buildMember(app), await buildMember(app)]
  for (const reader of [first, second, third]) await like(reader, one.id)
  const whole = await statementsOf(first)
  expect(await statementsOf(second)).toBe(whole - 1)
  // Neither what was learnt of the reader nor their sources.
  expect(await statementsOf(second)).toBe(whole - 2)
  await like(second, two.id)
  expect(await statementsOf(second)).toBe(whole)
  await like(first, two.id)
  expect(await statementsOf(first)).toBe(whole - 1)
  memory.forgetRelated()
  expect(await statementsOf(third)).toBe(whole)
})
