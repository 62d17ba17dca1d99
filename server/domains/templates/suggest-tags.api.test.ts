import { expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { buildMember, buildMeme, changeMemes } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'

const app = await appForFile()
const member = await buildMember(app)
const vietnamese = await buildMember(app)
const creator = await buildMember(app)
for (const description of ['#mèo #cat #traffic', '#mèo #kẹtxe', '#cats #doge', '#má #ketxe', '#doge'])
  await buildMeme(app, { user: creator.user, description })
const gone = await buildMeme(app, { user: creator.user, description: '#giraffe' })
await changeMemes(app.db, gone.id, { status: 'removed' })

const suggest = async (text: string, by = member, ofTemplate: string[] = []) => {
  const headers = { 'accept-language': by === vietnamese ? 'vi' : 'en' }
  const asked = { token: by.token, headers, body: { text, ofTemplate } }
  const { status, body } = await app.call('POST', '/tags/suggest', asked)
  expect([status, body.message]).toEqual([200, undefined])
  return body.data.map(({ tag }: { tag: string }) => tag)
}

test('tags that occur in the words come first, then translations', async () => {
  expect(await suggest('My cat at work')).toEqual(['cat', 'cats', 'mèo'])
  expect(await suggest('Cats!')).toEqual(['cat', 'cats', 'mèo'])
  expect((await suggest('stuck in traffic')).toSorted()).toEqual(['ketxe', 'kẹtxe', 'traffic'])
})

test('tags in the language of the member come first', async () => {
  expect(await suggest('Con mèo')).toEqual(['cat', 'cats', 'mèo'])
  expect(await suggest('Con cat nhà tôi', vietnamese)).toEqual(['mèo', 'cat', 'cats'])
})

test('phrases and words without marks find tags; words with other marks do not', async () => {
  expect(await suggest('kẹt xe rồi', vietnamese)).toEqual(expect.arrayContaining(['kẹtxe', 'ketxe']))
  expect(await suggest('ket xe', vietnamese)).toEqual(expect.arrayContaining(['kẹtxe', 'ketxe']))
  expect(await suggest('mà thôi', vietnamese)).not.toContain('má')
})

test('tags of the template are suggested if they are in use and seen', async () => {
  expect(await suggest('', member, ['doge', 'unused', 'giraffe'])).toEqual(['doge'])
  expect(await suggest('giraffe')).toEqual([])
  const blocker = await buildMember(app)
  await app.call('POST', `/users/${creator.user.id}/block`, { token: blocker.token })
  expect(await suggest('cat', blocker, ['doge'])).toEqual([])
})

test('tags of the template are suggested from their first meme on, although counts are cached', async () => {
  expect(await suggest('', member, ['firstmeme'])).toEqual([])
  await buildMeme(app, { user: creator.user, description: '#firstmeme' })
  expect(await suggest('', member, ['firstmeme', 'unused'])).toEqual(['firstmeme'])
})

test('at most eight tags are suggested, and visitors send no request', async () => {
  const tags = Array.from({ length: 12 }, (_, turn) => `many${turn}`)
  const fresh = await createTestApp()
  try {
    await buildMeme(fresh, { description: tags.map((tag) => `#${tag}`).join(' ') })
    const { token } = await buildMember(fresh)
    const { body } = await fresh.call('POST', '/tags/suggest', { token, body: { text: tags.join(' ') } })
    expect(body.data).toHaveLength(8)
    expect((await fresh.call('POST', '/tags/suggest', { body: { text: 'cat' } })).body.code).toBe('auth.required')
    const tooLong = await fresh.call('POST', '/tags/suggest', { token, body: { text: 'x'.repeat(3001) } })
    expect(tooLong.status).toBe(400)
  } finally {
    await fresh.stop()
  }
})
