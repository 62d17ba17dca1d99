import { expect, test } from 'vitest'
import { SENSITIVE_BY } from '#contract/memes/memes.ts'
import { buildMember, buildMeme, changeMemes } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { pictureForm } from '#test/multipart.ts'
import { randomPicture } from '#test/random-picture.ts'
import { refreshTrending } from '../trending/refresh-trending.ts'

const app = await appForFile()

test('a meme marked later leaves trending at once; the uploader can undo only their own mark', async () => {
  const an = await buildMember(app)
  const meme = await buildMeme(app, { user: an.user, name: 'marked later' })
  await app.call('POST', '/user-action', { token: an.token, body: { memeId: meme.id, action: 'copy' } })
  await refreshTrending(app.deps)
  const isTrending = async () =>
    (await app.call('GET', '/trending-memes?limit=100')).body.data.some(
      (one: { meme: { _id: string } }) => one.meme._id === meme.id,
    )
  expect(await isTrending()).toBe(true)
  const edit = async (sensitive: boolean) =>
    (await app.call('PATCH', `/meme/${meme.id}`, { token: an.token, body: { sensitive } })).body.data.sensitive
  expect(await edit(true)).toBe(true)
  expect(await isTrending()).toBe(false)
  expect(await edit(false)).toBe(false)
  await changeMemes(app.db, meme.id, { sensitive_by: 'moderator' })
  expect(await edit(false)).toBe(true)
})

test('a marked meme names its source: the uploader, a moderator or the automatic check', async () => {
  const form = pictureForm(await randomPicture('marked'), { sensitive: 'true' })
  const uploaded = await app.call('POST', '/meme', { token: (await buildMember(app)).token, ...form })
  expect(uploaded.body.data).toMatchObject({ sensitive: true, sensitiveBy: 'uploader' })
  const meme = await buildMeme(app)
  const markedBy = async () => (await app.call('GET', `/meme/${meme.id}`)).body.data.sensitiveBy
  expect(await markedBy()).toBeUndefined()
  for (const sensitive_by of SENSITIVE_BY) {
    await changeMemes(app.db, meme.id, { sensitive_by })
    expect(await markedBy()).toBe(sensitive_by)
  }
})

test('the preference defaults to blur', async () => {
  const an = await buildMember(app)
  const me = await app.call('GET', '/users/me', { token: an.token })
  expect(me.body.data.preferences.sensitiveContent).toBe('blur')
})
