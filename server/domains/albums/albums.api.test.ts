import { describe, expect, test } from 'vitest'
import { ALBUM_MEMES_MAX, ALBUMS_MAX } from '#contract/limits.ts'
import { buildMember, buildMeme, changeUsers } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { UNKNOWN_ID } from '#test/unknown-id.ts'

const app = await appForFile({ ocr: 'off' })
const owner = await buildMember(app, { username: 'album.owner' })
const other = await buildMember(app, { username: 'album.other' })

async function createAlbum(name: string, visibility?: string, { token } = owner): Promise<string> {
  const { status, body } = await app.call('POST', '/albums', { token, body: { name, visibility } })
  expect(status).toBe(201)
  return body.data._id
}
const put = (id: string, memeId: string, { token } = owner) =>
  app.call('PUT', `/albums/${id}/memes/${memeId}`, { token })
const idsIn = async (id: string, { token } = owner): Promise<string[]> =>
  (await app.call('GET', `/albums/${id}/memes`, { token })).body.data.map((meme: { _id: string }) => meme._id)
const namesOf = async (token?: string) =>
  (await app.call('GET', `/users/album.owner/albums`, token ? { token } : {})).body.data.map(
    (album: { name: string }) => album.name,
  )
const buildMemes = async (count: number, { user } = other) => {
  const memes: string[] = []
  for (let index = 0; index < count; index += 1) memes.push((await buildMeme(app, { user })).id)
  return memes
}

describe('a named album', () => {
  test('holds each meme once, in an order that can be changed, with a cover', async () => {
    const [a = '', b = '', c = ''] = await buildMemes(3)
    const id = await createAlbum('  Cats and dogs ')
    for (const memeId of [a, b, c, a]) expect((await put(id, memeId)).status).toBe(200)
    expect(await idsIn(id)).toEqual([c, b, a])
    const first = (await app.call('GET', `/albums/${id}`, { token: owner.token })).body.data
    expect(first).toMatchObject({ name: 'Cats and dogs', visibility: 'private', count: 3, isOwn: true })
    expect(first.cover._id).toBe(c)

    const move = (memeId: string, to: string) =>
      app.call('PATCH', `/albums/${id}/memes/${memeId}`, { token: owner.token, body: { move: to } })
    expect((await move(a, 'earlier')).status).toBe(200)
    expect(await idsIn(id)).toEqual([c, a, b])
    await move(c, 'later')
    expect(await idsIn(id)).toEqual([a, c, b])
    await move(a, 'earlier')
    expect(await idsIn(id)).toEqual([a, c, b])
    expect((await move(UNKNOWN_ID, 'earlier')).body.code).toBe('meme.notFound')

    const change = (body: object) => app.call('PATCH', `/albums/${id}`, { token: owner.token, body })
    expect((await change({ coverId: b })).body.data.cover._id).toBe(b)
    expect((await change({ coverId: UNKNOWN_ID })).body.code).toBe('meme.notFound')
    await app.call('DELETE', `/albums/${id}/memes/${b}`, { token: owner.token })
    expect((await change({ name: 'Renamed' })).body.data).toMatchObject({ name: 'Renamed', count: 2 })
    expect(await idsIn(id)).toEqual([a, c])

    const paged: string[] = []
    let cursor = ''
    for (let page = 0; page < 3; page += 1) {
      const { body } = await app.call('GET', `/albums/${id}/memes?limit=1${cursor}`, { token: owner.token })
      paged.push(...body.data.map((meme: { _id: string }) => meme._id))
      if (!body.hasNext) break
      cursor = `&cursor=${body.nextCursor}`
    }
    expect(paged).toEqual([a, c])
  })

  test('follows its visibility', async () => {
    const [memeId = ''] = await buildMemes(1)
    const ids = {
      private: await createAlbum('Secret', 'private'),
      unlisted: await createAlbum('By link', 'unlisted'),
      public: await createAlbum('For all', 'public'),
    }
    for (const id of Object.values(ids)) await put(id, memeId)
    const statuses = async (token?: string) =>
      Promise.all(
        Object.values(ids).map(async (id) => (await app.call('GET', `/albums/${id}`, token ? { token } : {})).status),
      )
    expect(await statuses()).toEqual([404, 200, 200])
    expect(await statuses(other.token)).toEqual([404, 200, 200])
    expect(await statuses(owner.token)).toEqual([200, 200, 200])
    expect((await app.call('GET', `/albums/${ids.private}/memes`)).status).toBe(404)
    expect(await namesOf()).toEqual(['For all'])
    expect(await namesOf(owner.token)).toEqual(expect.arrayContaining(['Secret', 'By link', 'For all']))
    const shown = (await app.call('GET', `/albums/${ids.public}`, { token: other.token })).body.data
    expect(shown).toMatchObject({ isOwn: false, owner: { username: 'album.owner' } })
    expect(shown).not.toHaveProperty('usedAt')
  })

  test('of a suspended member is hidden from others', async () => {
    const member = await buildMember(app)
    const id = await createAlbum('Public', 'public', member)
    await changeUsers(app.db, member.user.id, { suspended_at: new Date() })
    expect((await app.call('GET', `/albums/${id}`)).status).toBe(404)
  })

  test('can be reordered, and deleting it does not delete its memes', async () => {
    const member = await buildMember(app)
    const [memeId = ''] = await buildMemes(1)
    const [one, two, three] = [
      await createAlbum('One', 'private', member),
      await createAlbum('Two', 'private', member),
      await createAlbum('Three', 'private', member),
    ]
    const list = async (query = '') =>
      (await app.call('GET', `/users/me/albums${query}`, { token: member.token })).body.data
    const order = async () => (await list()).map(({ _id }: { _id: string }) => _id)
    expect(await order()).toEqual([one, two, three])
    await app.call('PATCH', `/albums/${three}`, { token: member.token, body: { move: 'earlier' } })
    expect(await order()).toEqual([one, three, two])
    await put(two, memeId, member)
    const holding = (await list(`?memeId=${memeId}`)).filter(({ hasMeme }: { hasMeme: boolean }) => hasMeme)
    expect(holding.map(({ _id }: { _id: string }) => _id)).toEqual([two])
    expect((await app.call('DELETE', `/albums/${two}`, { token: member.token })).status).toBe(200)
    expect(await order()).toEqual([one, three])
    expect((await app.call('GET', `/meme/${memeId}`)).status).toBe(200)
  })

  test('does not change the bookmark or its counts', async () => {
    const [memeId = ''] = await buildMemes(1)
    const id = await createAlbum('Beside')
    await put(id, memeId)
    const { viewer } = (await app.call('GET', `/meme/${memeId}`, { token: owner.token })).body.data
    expect(viewer.isInAlbum).toBe(false)
    expect((await app.call('GET', '/user/meme/album/me', { token: owner.token })).body.data).toEqual([])
  })

  test('limits albums and memes, with simultaneous requests too', async () => {
    const member = await buildMember(app)
    await app.db
      .insertInto('albums')
      .values(
        Array.from({ length: ALBUMS_MAX - 1 }, (_, position) => ({
          id: crypto.randomUUID(),
          user_id: member.user.id,
          name: `Album ${position}`,
          visibility: 'private' as const,
          position,
        })),
      )
      .execute()
    const body = { name: 'One more' }
    const answers = await Promise.all([1, 2, 3].map(() => app.call('POST', '/albums', { token: member.token, body })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])

    const [memeId = '', another = ''] = await buildMemes(2)
    const id = answers.find(({ status }) => status === 201)?.body.data._id
    await put(id, memeId, member)
    const { db } = app
    await db.schema.alterTable('album_memes').dropConstraint('album_memes_meme_id_fkey').execute()
    const fill = Array.from({ length: ALBUM_MEMES_MAX - 1 }, (_, index) => ({
      album_id: id,
      meme_id: crypto.randomUUID(),
      position: index + 1,
    }))
    await db.insertInto('album_memes').values(fill).execute()
    const full = await put(id, another, member)
    expect([full.status, full.body.code]).toEqual([409, 'album.full'])
    expect((await put(id, memeId, member)).status).toBe(200)
  })
})
