import { expect, test } from 'vitest'
import { buildMember, buildMeme, changeMemes } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'

const app = await appForFile({ ocr: 'off' })
const owner = await buildMember(app)
const other = await buildMember(app)
for (const name of [
  'Distracted boyfriend',
  'Monster under the bed',
  'Mèo cười toe toét',
  'Người yêu cũ',
  'Heo con',
  'Mẹ bảo',
  'Mẹ hỏi',
]) {
  await buildMeme(app, { user: owner.user, name })
}
const secret = (await buildMeme(app, { user: other.user, name: 'Zyxomma dragonfly' })).id
await app.maintain()

const ask = async (q: string, { more = '', token }: { more?: string; token?: string } = {}) =>
  (await app.call('GET', `/vector-search/text?q=${encodeURIComponent(q)}${more}`, token ? { token } : {})).body
const corrected = async (q: string, token?: string): Promise<string | undefined> =>
  (await ask(q, token ? { token } : {})).didYouMean

test.each([
  ['mosnter', 'monster'],
  ['distractd boyfreind', 'distracted boyfriend'],
  ['Distracted boyfreind', 'Distracted boyfriend'],
  ['mẻo', 'mèo'],
  ['mèp', 'mèo'],
  ['mèo cưòi', 'mèo cười'],
  ['nguoii yeu', 'người yêu'],
  ['ngườii yêu', 'người yêu'],
  ['nguoii monster', 'nguoi monster'],
  ['distractd -dog user:bob boyfriend', 'distracted -dog user:bob boyfriend'],
  ['"mosnter" -mosnter', '"monster" -mosnter'],
])('%s is corrected to %s', async (typed, expected) => {
  expect(await corrected(typed)).toBe(expected)
})

test('a correction that is too long for a search is left out', async () => {
  const long = (letters: number) => `distractd -${'y'.repeat(94)} -${'z'.repeat(letters)}`
  expect([long(93).length, await corrected(long(93))]).toEqual([200, undefined])
  expect(await corrected(long(92))).toBe(long(92).replace('distractd', 'distracted'))
})

test.each([
  'monster',
  'monsters',
  'monst',
  'mèo cười',
  'meo cuoi',
  'heo con',
  // Words of the lexicon are correct, although no meme has them.
  'elephant',
  'qzxvkw',
  '😭',
  '-dog',
  'user:bob',
  'tag:mosnter',
  'the',
])('%s stays as typed', async (typed) => {
  expect(await corrected(typed)).toBeUndefined()
})

test('a correction never has a word that only occurs in memes that the viewer may not see', async () => {
  const viewer = await buildMember(app)
  expect(await corrected('zyxoma', viewer.token)).toBe('zyxomma')
  await app.call('POST', `/users/${other.user.id}/block`, { token: viewer.token })
  expect(await corrected('zyxoma', viewer.token)).toBeUndefined()
  expect(await corrected('zyxoma')).toBe('zyxomma')
  await changeMemes(app.db, secret, { status: 'removed' })
  expect(await corrected('zyxoma', owner.token)).toBeUndefined()
})

test('only the first page has a correction, and the corrected search finds memes', async () => {
  const { data } = await ask('mosnter')
  expect((await ask('monster')).data[0]).toMatchObject({ name: 'Monster under the bed' })
  const later = await ask('mosnter', { more: `&lastId=${data[0]._id}&lastScore=4.9` })
  expect(later.didYouMean).toBeUndefined()
})

const ideas = async (q: string, { token, language = 'en' }: { token?: string; language?: string } = {}) =>
  (
    await app.call('GET', `/vector-search/wider?q=${encodeURIComponent(q)}`, {
      headers: { 'accept-language': language },
      ...(token ? { token } : {}),
    })
  ).body.data.ideas as string[]

test('an emoji without results offers its ideas and keywords that memes have, in the language of the request', async () => {
  await buildMeme(app, { user: owner.user, name: 'Chảy dãi' })
  expect((await ask('😭')).data).toEqual([])
  expect(await ideas('😭')).toContain('laugh')
  expect(await ideas('😭', { language: 'vi' })).toContain('cười')
  expect(await ideas('🤤', { language: 'vi' })).toEqual(['chảy dãi'])
})

test('ideas belong to one of the typed words, or there are none', async () => {
  await buildMeme(app, { user: owner.user, name: 'Ong mật ăn sáng' })
  expect(await ideas('kẹt xee qwrtz')).toEqual([])
  await buildMeme(app, { user: owner.user, name: 'Tàu điện ngầm' })
  expect(await ideas('kẹt xee qwrtz')).toEqual(['subway'])
})

test('an empty result offers the nearest ideas that memes have, in the language of the request', async () => {
  const viewer = await buildMember(app)
  await buildMeme(app, { user: other.user, name: 'Con voi' })
  expect(await ideas('husky')).toEqual(expect.arrayContaining(['cat', 'pig']))
  expect((await ideas('husky')).length).toBeLessThanOrEqual(3)
  expect(await ideas('husky', { language: 'vi' })).toContain('mèo')
  expect(await ideas('giraff')).toContain('elephant')
  expect(await ideas('qzxvkw')).toEqual([])
  for (const idea of await ideas('husky')) expect((await ask(idea)).data.length).toBeGreaterThan(0)
  await app.call('POST', `/users/${other.user.id}/block`, { token: viewer.token })
  expect(await ideas('giraff', { token: viewer.token })).not.toContain('elephant')
})

test('a correction makes a phrase of the lexicon, although other words are more frequent', async () => {
  for (const name of ['Xem phim', 'Xem bóng đá', 'Kẹt cứng, đứng xem', 'Xe buýt'])
    await buildMeme(app, { user: owner.user, name })
  await app.maintain()
  expect(await corrected('kẹt xee')).toBe('kẹt xe')
  expect(await corrected('kẹt xee qwrtz')).toBe('kẹt xe qwrtz')
})

test('a correction is no stop word if another word is near', async () => {
  for (const name of ['Cat at home', 'At work']) await buildMeme(app, { user: owner.user, name })
  await app.maintain()
  // With a Cyrillic letter.
  expect(await corrected('сat')).toBe('cat')
})
