import { expect, test } from 'vitest'
import { type BuiltMember, buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { type Tx, withTransaction } from '../../platform/db/db.ts'
import { type Member, NO_FILTERS } from '../../platform/viewer.ts'
import { changeFollow } from '../follows/change-follow.ts'

const app = await appForFile()

const post = (url: string, { token }: BuiltMember) => app.call('POST', url, { token })
const remove = (url: string, { token }: BuiltMember) => app.call('DELETE', url, { token })
const get = (url: string, { token }: BuiltMember) => app.call('GET', url, { token })

test('a block ends follows and hides people in both directions, and can be undone', async () => {
  const [an, binh] = [await buildMember(app), await buildMember(app)]
  const meme = await buildMeme(app, { user: binh.user })
  await post(`/users/${binh.user.id}/follow`, an)
  await post(`/users/${an.user.id}/follow`, binh)

  const answer = await post(`/users/${binh.user.username}/block`, an)
  expect(answer).toMatchObject({ status: 200, body: { success: true, data: { isBlocked: true, isMuted: false } } })
  expect((await post(`/users/${binh.user.username}/block`, an)).status).toBe(200)

  for (const [one, other] of [
    [an, binh],
    [binh, an],
  ] as const) {
    for (const url of [
      `/users/${other.user.id}`,
      `/meme/user/${other.user.username}`,
      `/users/${other.user.id}/followers`,
    ])
      expect(await get(url, one)).toMatchObject({ status: 404, body: { code: 'user.notFound' } })
    expect(await post(`/users/${other.user.id}/follow`, one)).toMatchObject({ status: 404 })
    const own = await get('/users/me', one)
    expect(own.body.data.stats).toMatchObject({ followersCount: 0, followingCount: 0 })
  }
  expect((await get(`/meme/${meme.id}`, an)).status).toBe(404)
  const like = { token: an.token, body: { memeId: meme.id, action: 'like' } }
  expect((await app.call('POST', '/user-action', like)).status).toBe(404)

  // A blocked user cannot lift the block, not even by setting and removing their own.
  await post(`/users/${an.user.id}/block`, binh)
  await remove(`/users/${an.user.id}/block`, binh)
  expect((await get(`/users/${an.user.id}`, binh)).status).toBe(404)

  expect((await get('/users/me/blocks', an)).body.data).toMatchObject([
    { _id: binh.user.id, since: expect.any(String) },
  ])
  expect((await get('/users/me/blocks', binh)).body.data).toEqual([])
  const ended = await remove(`/users/${binh.user.id}/block`, an)
  expect(ended.body.data).toEqual({ isBlocked: false, isMuted: false })
  expect((await get(`/users/${an.user.id}`, binh)).status).toBe(200)
  expect((await get(`/meme/${meme.id}`, an)).status).toBe(200)
})

test('a follow fails if either person blocks the other while it waits', async () => {
  const [an, binh] = [await buildMember(app), await buildMember(app)]
  // Between the first look at the person and the transaction of the follow.
  const blockFirst = new Proxy(app.db, {
    get(db, name) {
      const member = Reflect.get(db, name)
      if (name !== 'transaction') return typeof member === 'function' ? member.bind(db) : member
      return () => ({
        execute: async (work: (tx: Tx) => Promise<unknown>) => {
          await post(`/users/${an.user.id}/block`, binh)
          return withTransaction(app.db, work)
        },
      })
    },
  })
  const viewer = { kind: 'member', userId: an.user.id, filters: NO_FILTERS } as Member
  await expect(changeFollow({ db: blockFirst }, viewer, binh.user.id, async () => {})).rejects.toMatchObject({
    code: 'user.notFound',
  })
})

test('muting is one-sided: it hides a person from lists but not the profile', async () => {
  const word = 'mutedworder'
  const [an, binh] = [await buildMember(app), await buildMember(app, { displayName: `Binh ${word}` })]
  const theirs = await buildMeme(app, { user: binh.user, name: `${word} picture` })
  const own = await buildMeme(app, { user: an.user, name: `${word} of an` })
  await post(`/users/${binh.user.id}/mute`, an)
  const idsFor = async (one: BuiltMember) => {
    const search = await get(`/vector-search/text?q=${word}`, one)
    const feed = await get('/recommendation-feed', one)
    return {
      found: search.body.data.map((meme: { _id: string }) => meme._id),
      people: search.body.people.map((person: { _id: string }) => person._id),
      fed: feed.body.data.recommendations.map((meme: { _id: string }) => meme._id),
    }
  }
  const seen = await idsFor(an)
  expect(seen.found).toEqual([own.id])
  expect(seen.people).toEqual([])
  expect(seen.fed).not.toContain(theirs.id)
  const noticed = await idsFor(binh)
  expect(noticed.found.toSorted()).toEqual([theirs.id, own.id].toSorted())
  expect(await get(`/users/${binh.user.id}`, an)).toMatchObject({
    status: 200,
    body: { data: { viewer: { isMuted: true } } },
  })
  expect((await get(`/meme/user/${binh.user.id}`, an)).body.data).toHaveLength(1)
  expect((await get('/users/me/mutes', an)).body.data).toMatchObject([{ username: binh.user.username }])
  await remove(`/users/${binh.user.id}/mute`, an)
  expect((await idsFor(an)).found).toHaveLength(2)
})

test('the lists have pages; blocking oneself or an unknown person is refused', async () => {
  const an = await buildMember(app)
  expect(await post('/users/me/block', an)).toMatchObject({ status: 400, body: { code: 'block.self' } })
  expect(await post('/users/nobody-at-all/mute', an)).toMatchObject({ status: 404, body: { code: 'user.notFound' } })
  const others = [await buildMember(app), await buildMember(app), await buildMember(app)]
  for (const { user } of others) await post(`/users/${user.id}/block`, an)
  const first = await get('/users/me/blocks?limit=2', an)
  expect([first.body.data.length, first.body.hasNextPage]).toEqual([2, true])
  const second = await get(`/users/me/blocks?limit=2&cursor=${first.body.nextCursor}`, an)
  expect([second.body.data.length, second.body.hasNextPage, second.body.nextCursor]).toEqual([1, false, null])
  const listed = [...first.body.data, ...second.body.data].map((person: { _id: string }) => person._id)
  expect(listed).toEqual(others.map(({ user }) => user.id).toReversed())
  expect((await get(`/users/me/mutes?cursor=${first.body.nextCursor}`, an)).body.code).toBe('cursor.invalid')
})
