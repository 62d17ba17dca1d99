import { expect, test } from 'vitest'
import { withTransaction } from '#server/platform/db/db.ts'
import { visitorIn } from '#server/platform/viewer.ts'
import { buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { sweepWords } from './sweep-words.ts'
import { rewriteMemeTexts, storePictureWords } from './text-queries.ts'
import { findWordsLike } from './vocabulary-queries.ts'

const app = await appForFile()
const member = await buildMember(app)

const meme = (name: string) => buildMeme(app, { user: member.user, name })
const known = async (...words: string[]) => {
  const rows = await app.db
    .selectFrom('search_words')
    .select('word')
    .where('word', 'in', words)
    .orderBy('word')
    .execute()
  return rows.map(({ word }) => word)
}
const stale = async () => (await app.db.selectFrom('stale_words').select('word').execute()).map(({ word }) => word)
const pictureWords = (text: string) =>
  text.split(' ').map((word) => ({ text: word, x: 0.1, y: 0.1, width: 0.1, height: 0.1 }))
const purge = (id: string) => app.db.deleteFrom('memes').where('id', '=', id).execute()

test('words of a deleted meme leave the vocabulary unless another meme has them', async () => {
  const gone = await meme("quuxley's secret walrus")
  await meme('another walrus')
  await purge(gone.id)
  expect(await known('quuxley', 'secret', 'walrus')).toEqual(['quuxley', 'secret', 'walrus'])
  await sweepWords(app.deps)
  expect(await known('quuxley', 'secret', 'walrus')).toEqual(['walrus'])
  expect(await stale()).toEqual([])
})

test('words removed by an edit or another reading leave it too', async () => {
  const { id } = await meme('mistypped sentence')
  await withTransaction(app.db, async (tx) => {
    await storePictureWords(tx, id, pictureWords('misreadd caption'), 1)
    await rewriteMemeTexts(tx, id)
  })
  const edit = await app.call('PATCH', `/meme/${id}`, {
    token: member.token,
    body: { name: 'mistyped sentence', description: '' },
  })
  expect(edit.status).toBe(200)
  await withTransaction(app.db, async (tx) => {
    await storePictureWords(tx, id, pictureWords('misread caption'), 1)
    await rewriteMemeTexts(tx, id)
  })
  await sweepWords(app.deps)
  expect(await known('mistypped', 'mistyped', 'sentence', 'misreadd', 'misread', 'caption')).toEqual(
    ['caption', 'mistyped', 'misread', 'sentence'].sort(),
  )
})

test('a word that returns during the sweep stays', async () => {
  const first = await meme('boomerang')
  await purge(first.id)
  const [, back] = await Promise.all([sweepWords(app.deps), meme('boomerang')])
  expect(await known('boomerang')).toEqual(['boomerang'])
  await sweepWords(app.deps)
  expect(await known('boomerang')).toEqual(['boomerang'])
  expect((await app.call('GET', '/vector-search/text?q=bomerang')).body.data[0]._id).toBe(back.id)
})

test('words with special characters cause no error', async () => {
  const { id } = await meme("l'été 😂 100% d'accord \\ & | ! <->")
  await purge(id)
  await sweepWords(app.deps)
  expect(await known('ete', 'accord')).toEqual([])
  expect(await stale()).toEqual([])
})

test('finds words with a similar spelling, but not short words with the same beginning', async () => {
  for (const word of ['cats', 'cay', 'can', 'dog', 'elephant', 'elegant']) await meme(`${word} plain`)
  expect(await findWordsLike(app.db, visitorIn('en'), ['cat'], 6)).toEqual(['cats'])
  expect(await findWordsLike(app.db, visitorIn('en'), ['dogg'], 6)).toEqual(['dog'])
  expect(await findWordsLike(app.db, visitorIn('en'), ['elefant'], 6)).toEqual(['elegant', 'elephant'])
})
