import { expect, test } from 'vitest'
import type { FoundMeme } from '#contract/memes/search.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import { buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { rewriteMemeTexts, storePictureWords } from './indexing/text-queries.ts'

const app = await appForFile()
const owner = await buildMember(app)
for (const name of ['Cat at work', 'Mèo đi làm', 'Kẹt xe', 'Mẹo vặt', 'Only 😭', 'Cho em']) {
  await buildMeme(app, { user: owner.user, name })
}
const { id } = await buildMeme(app, { user: owner.user, name: 'img 1' })
await withTransaction(app.db, async (tx) => {
  await storePictureWords(tx, id, [{ text: 'MÈO', x: 0.1, y: 0.2, width: 0.3, height: 0.4 }], 1)
  await rewriteMemeTexts(tx, id)
})
await app.maintain()

const ask = async (query: string, more = '') =>
  (await app.call('GET', `/vector-search/text?q=${encodeURIComponent(query)}${more}`)).body
const search = async (query: string, more = ''): Promise<FoundMeme[]> => (await ask(query, more)).data
const namesOf = (memes: readonly FoundMeme[]) => memes.map(({ name }) => name)
const translated = (memes: readonly FoundMeme[]) =>
  namesOf(memes.filter(({ matchKind }) => matchKind === 'translation'))

test('a search finds memes in the other language below those with the typed words', async () => {
  const found = await search('cat')
  expect(namesOf(found)[0]).toBe('Cat at work')
  expect(translated(found)).toEqual(['Mèo đi làm', 'img 1'])
  expect(found[1]).toMatchObject({ matchKind: 'translation', translatedFrom: 'cat', matched: ['name'] })
  expect(found[0]).not.toHaveProperty('translatedFrom')
  expect(translated(await search('traffic jam'))).toEqual(['Kẹt xe'])
})

test('a translated match is marked in the picture', async () => {
  const found = await search('cat')
  expect(found.find(({ name }) => name === 'img 1')?.boxes).toEqual([
    { text: 'MÈO', x: 0.1, y: 0.2, width: 0.3, height: 0.4 },
  ])
})

test('emoji are translated', async () => {
  expect(translated(await search('khóc'))).toEqual(['Only 😭'])
  expect(translated(await search('crying'))).toEqual(['Only 😭'])
})

test('the first page names the translations, which can be turned off', async () => {
  expect((await ask('cat')).alsoFor).toEqual(['mèo', '🐱'])
  const off = await ask('cat', '&translate=off')
  expect(off.alsoFor).toEqual([])
  expect(translated(off.data)).toEqual([])
  expect(namesOf(off.data)).toContain('Cat at work')
})

test('quoted words, the newest first, and unknown words have no translations', async () => {
  for (const body of [await ask('"cat"'), await ask('cat', '&sort=newest'), await ask('qwrtzpl')]) {
    expect(body.alsoFor).toEqual([])
    expect(translated(body.data)).toEqual([])
  }
})

test('filters and operators apply to translations', async () => {
  expect(translated(await search('cat', '&language=vi'))).toEqual(['Mèo đi làm', 'img 1'])
  expect(translated(await search(`cat user:${owner.user.username}`))).toEqual(['Mèo đi làm', 'img 1'])
  expect(translated(await search('cat user:nobody_here'))).toEqual([])
  expect(translated(await search('cat -làm'))).toEqual(['img 1'])
})

test('pages across the bands repeat and skip nothing', async () => {
  const all = await search('cat')
  const seen: string[] = []
  let more = ''
  for (let page = 0; page < all.length; page += 1) {
    const { data, nextCursor } = await ask('cat', `&limit=1${more}`)
    seen.push(...data.map(({ _id }: FoundMeme) => _id))
    if (!nextCursor) break
    more = `&lastId=${nextCursor.lastId}&lastScore=${nextCursor.lastScore}`
  }
  expect(seen).toEqual(all.map(({ _id }) => _id))
})

test('suggestions offer the other language if memes have the word', async () => {
  const suggested = async (typed: string) =>
    (await app.call('GET', `/vector-search/suggest?q=${encodeURIComponent(typed)}`)).body.data
  expect(await suggested('cat')).toContainEqual({ kind: 'name', text: 'mèo' })
  expect(await suggested('traffic jam')).toContainEqual({ kind: 'name', text: 'kẹt xe' })
  expect(await suggested('rooster')).toEqual([])
})
