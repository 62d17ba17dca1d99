import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchByText } from '#contract/memes/search.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { type BuiltMember, buildMember, buildMeme } from '#test/factories.ts'
import { readerOf, watchStatements } from '#test/feed-reader.ts'
import { poll } from '#test/poll.ts'
import { createKeptCards } from '../../memes/kept-cards.ts'
import { rewriteMemeTexts, storePictureWords } from '../indexing/text-queries.ts'
import { createSearchAnswers } from './answer-search.ts'
import { searchWithPeople } from './search-with-people.ts'
import { createVocabulary } from './vocabulary.ts'

const LONG_MS = 600_000
const VISITOR: Viewer = { kind: 'visitor', language: 'en', address: '', userAgent: '' }

let app: TestApp
let owner: BuiltMember
beforeAll(async () => {
  app = await createTestApp({}, { feedFreshMs: LONG_MS })
  owner = await buildMember(app)
})
afterAll(() => app.stop())

const build = (name: string) => buildMeme(app, { user: owner.user, name })
const search = (q: string, token?: string) =>
  app.call('GET', `/vector-search/text?q=${encodeURIComponent(q)}`, token === undefined ? {} : { token })
const names = async (...asked: Parameters<typeof search>) =>
  (await search(...asked)).body.data.map((meme: { name: string }) => meme.name)

async function read(id: string, text: string) {
  await withTransaction(app.db, async (tx) => {
    await storePictureWords(tx, id, [{ text, x: 0.1, y: 0.2, width: 0.3, height: 0.4 }], 1)
    await rewriteMemeTexts(tx, id)
  })
}

test('an answer of kept cards says what the memes say, with the words that a picture has now', async () => {
  const { id } = await build('Capybara "in" a bath')
  await build('Capybara again')
  const answers = createSearchAnswers(app.deps, createKeptCards(), 0)
  const compare = async (viewer: Viewer) => {
    const input = { q: 'capybara orange', limit: 50 }
    const answer = JSON.parse(await answers.of(viewer, input))
    const expected = await searchWithPeople(app.deps, viewer, input)
    // The cursor would hold the time of the search; without a next page there is none to differ.
    expect(expected.nextCursor).toBeNull()
    const { memes, ...rest } = expected
    expect(answer).toEqual(searchByText.response.parse({ success: true, data: memes, ...rest }))
    return answer.data.find((meme: { _id: string }) => meme._id === id)
  }
  for (const text of ['Orange', 'Oranges']) {
    await read(id, text)
    for (const viewer of [VISITOR, readerOf(owner.user)])
      expect((await compare(viewer)).boxes).toEqual([{ text, x: 0.1, y: 0.2, width: 0.3, height: 0.4 }])
  }
})

test('visitors share an answer for a moment, members get their own', async () => {
  const { token } = await buildMember(app)
  await build('Pangolin one')
  expect(await names('pangolin')).toEqual(['Pangolin one'])
  await build('Pangolin two')
  expect(await names('pangolin')).toEqual(['Pangolin one'])
  expect(await names('pangolin', token)).toEqual(['Pangolin two', 'Pangolin one'])
})

test('what a moderator takes away is gone from the answer that visitors share', async () => {
  const { id } = await build('Narwhal one')
  expect(await names('narwhal')).toEqual(['Narwhal one'])
  const { token } = await buildMember(app, { role: 'moderator' })
  const removal = { token, body: { reason: 'Against the rules.' } }
  expect((await app.call('POST', `/moderation/memes/${id}/remove`, removal)).status).toBe(200)
  await poll(async () => (await names('narwhal')).length === 0, { withinMs: 10_000, missing: 'it stays' })
})

test('what is kept is not asked for again', async () => {
  for (let at = 0; at < 3; at += 1) await build(`Axolotl ${at}`)
  const { db, seen } = watchStatements(app.db)
  const answers = createSearchAnswers({ ...app.deps, db }, createKeptCards(), LONG_MS)
  const asked = async () => {
    seen.statements = 0
    await answers.of(readerOf(owner.user), { q: 'axolotl', limit: 2 })
    return seen.statements
  }
  const first = await asked()
  // Four queries: candidates, card versions, people by name, and people by misspelled name.
  expect(await asked()).toBe(4)
  expect(first).toBeGreaterThan(4)
})

test('variants of words are asked for once, each by itself, and again after their time', async () => {
  await build('Wallabies hopping')
  const { db, seen } = watchStatements(app.db)
  const asked = { stem: ['wallaby'], near: ['wallabiez'], beginning: ['wallab'] }
  const look = async (vocabulary: ReturnType<typeof createVocabulary>) => {
    const of = await vocabulary.lookUp(db, asked)
    return [of('stem', 'wallaby'), of('near', 'wallabiez'), of('beginning', 'wallab')]
  }
  const kept = createVocabulary(LONG_MS)
  const expected = [['wallabies'], ['wallabies'], ['wallabies']]
  expect(await look(kept)).toEqual(expected)
  const before = seen.statements
  expect(await look(kept)).toEqual(expected)
  expect(seen.statements).toBe(before)
  await kept.lookUp(db, { ...asked, stem: ['wallaby', 'hopping'] })
  expect(seen.statements).toBe(before + 1)
  const anew = createVocabulary(0)
  await look(anew)
  await look(anew)
  expect(seen.statements).toBe(before + 3)
})
