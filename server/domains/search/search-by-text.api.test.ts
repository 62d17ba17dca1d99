import { afterAll, beforeAll, expect, test } from 'vitest'
import { withTransaction } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { forever } from '#test/caches.ts'
import { type BuiltMember, buildMember, buildMeme } from '#test/factories.ts'
import { readerOf, watchStatements } from '#test/feed-reader.ts'
import { rewriteMemeTexts, storePictureWords } from './indexing/text-queries.ts'
import { createVocabulary } from './query/vocabulary.ts'
import { searchWithPeople } from './search-by-text.ts'

const VISITOR: Viewer = { kind: 'visitor', language: 'en', address: '', userAgent: '' }

let app: TestApp
let owner: BuiltMember
beforeAll(async () => {
  app = await createTestApp({}, { cacheAge: forever })
  owner = await buildMember(app)
})
afterAll(() => app.stop())

const build = (name: string) => buildMeme(app, { user: owner.user, name })
async function read(id: string, text: string) {
  await withTransaction(app.db, async (tx) => {
    await storePictureWords(tx, id, [{ text, x: 0.1, y: 0.2, width: 0.3, height: 0.4 }], 1)
    await rewriteMemeTexts(tx, id)
  })
}

test('a search highlights the current words of a picture', async () => {
  const { id } = await build('Capybara "in" a bath')
  await build('Capybara again')
  const find = async (viewer: Viewer) => {
    const { memes } = await searchWithPeople(app.deps, viewer, { q: 'capybara orange', limit: 50 })
    return memes.find((meme) => meme._id === id)
  }
  for (const text of ['Orange', 'Oranges']) {
    await read(id, text)
    for (const viewer of [VISITOR, readerOf(owner.user)])
      expect((await find(viewer))?.boxes).toEqual([{ text, x: 0.1, y: 0.2, width: 0.3, height: 0.4 }])
  }
})

test('a second search does not read the vocabulary again', async () => {
  for (let at = 0; at < 3; at += 1) await build(`Axolotl ${at}`)
  const { db, seen } = watchStatements(app.deps.db)
  const deps = { ...app.deps, db, vocabulary: createVocabulary(app.deps.caches) }
  const asked = async () => {
    seen.statements = 0
    await searchWithPeople(deps, readerOf(owner.user), { q: 'axolotl', limit: 2 })
    return seen.statements
  }
  const first = await asked()
  // Five queries: candidates, cards, words in pictures, people by name, and people by misspelled name.
  expect(await asked()).toBe(5)
  expect(first).toBeGreaterThan(5)
})

test('variants are queried once per word, and again after they expire', async () => {
  await build('Wallabies hopping')
  const { db, seen } = watchStatements(app.deps.db)
  const asked = { stem: ['wallaby'], near: ['wallabiez'], beginning: ['wallab'] }
  const look = async (vocabulary: ReturnType<typeof createVocabulary>) => {
    const of = await vocabulary.lookUp(db, asked)
    return [of('stem', 'wallaby'), of('near', 'wallabiez'), of('beginning', 'wallab')]
  }
  const kept = createVocabulary(app.deps.caches)
  const expected = [['wallabies'], ['wallabies'], ['wallabies']]
  expect(await look(kept)).toEqual(expected)
  const before = seen.statements
  expect(await look(kept)).toEqual(expected)
  expect(seen.statements).toBe(before)
  await kept.lookUp(db, { ...asked, stem: ['wallaby', 'hopping'] })
  expect(seen.statements).toBe(before + 1)
  const anew = createVocabulary(null)
  await look(anew)
  await look(anew)
  expect(seen.statements).toBe(before + 3)
})
