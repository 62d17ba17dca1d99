import { expect, test } from 'vitest'
import { SENSITIVE_BY } from '#contract/memes/memes.ts'
import { type BuiltMember, buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { multipart } from '#test/multipart.ts'
import { randomPicture } from '#test/random-picture.ts'
import { refreshTrending } from '../trending/refresh-trending.ts'

const app = await appForFile()

async function upload({ token }: BuiltMember, fields: Record<string, string>) {
  const form = multipart([
    { name: 'image', value: await randomPicture(JSON.stringify(fields)), fileName: 'a.png', type: 'image/png' },
    ...Object.entries(fields).map(([name, value]) => ({ name, value })),
  ])
  return app.call('POST', '/meme', { token, ...form })
}

const prefer = (sensitiveContent: unknown, { token }: BuiltMember) =>
  app.call('PUT', '/users/me/preferences', { token, body: { sensitiveContent } })
const idsOf = (memes: { _id: string }[]) => memes.map(({ _id }) => _id)

test('a sensitive meme is marked everywhere, absent from trending and the first view, and gone for readers who hide it', async () => {
  const [an, binh] = [await buildMember(app), await buildMember(app)]
  const answer = await upload(an, { name: 'tricky one #trickytag', sensitive: 'true' })
  expect([answer.status, answer.body.data.sensitive]).toEqual([201, true])
  const id = answer.body.data._id
  const plain = await buildMeme(app, { user: an.user, name: 'tricky plain #trickytag' })
  expect((await app.call('GET', `/meme/${plain.id}`)).body.data.sensitive).toBe(false)
  for (const memeId of [id, plain.id])
    for (const action of ['like', 'copy'])
      await app.call('POST', '/user-action', { token: binh.token, body: { memeId, action } })
  await refreshTrending(app.deps)

  const look = async (token?: string) => {
    const as = token ? { token } : {}
    const [feed, search, similar, trending] = await Promise.all([
      app.call('GET', '/recommendation-feed', as),
      app.call('GET', '/vector-search/text?q=tricky', as),
      app.call('GET', `/meme/recommend/by-image?imageId=${plain.id}`, as),
      app.call('GET', '/trending-memes', as),
    ])
    return {
      feed: idsOf(feed.body.data.recommendations).includes(id),
      search: idsOf(search.body.data).includes(id),
      similar: idsOf(similar.body.data).includes(id),
      trending: idsOf(trending.body.data.map(({ meme }: { meme: { _id: string } }) => meme)),
    }
  }
  const trending = [plain.id]
  expect(await look()).toEqual({ feed: false, search: true, similar: true, trending })
  expect(await look(an.token)).toEqual({ feed: true, search: true, similar: true, trending })
  expect((await prefer('hide', binh)).body.preferences.sensitiveContent).toBe('hide')
  expect(await look(binh.token)).toEqual({ feed: false, search: false, similar: false, trending })
  // The meme's own address still works; the client blurs it.
  expect((await app.call('GET', `/meme/${id}`, { token: binh.token })).status).toBe(200)
  await prefer('show', binh)
  expect((await look(binh.token)).feed).toBe(true)
})

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
  await app.db.updateTable('memes').set({ sensitive_by: 'moderator' }).where('id', '=', meme.id).execute()
  expect(await edit(false)).toBe(true)
})

test('a marked meme names its source: the uploader, a moderator or the automatic check', async () => {
  const meme = await buildMeme(app)
  const markedBy = async () => (await app.call('GET', `/meme/${meme.id}`)).body.data.sensitiveBy
  expect(await markedBy()).toBeUndefined()
  for (const sensitive_by of SENSITIVE_BY) {
    await app.db.updateTable('memes').set({ sensitive_by }).where('id', '=', meme.id).execute()
    expect(await markedBy()).toBe(sensitive_by)
  }
})

test('the preference defaults to blur and has three values', async () => {
  const an = await buildMember(app)
  const me = await app.call('GET', '/users/me', { token: an.token })
  expect(me.body.data.preferences.sensitiveContent).toBe('blur')
  expect((await prefer('sometimes', an)).body.errors).toMatchObject([{ path: 'sensitiveContent' }])
})
