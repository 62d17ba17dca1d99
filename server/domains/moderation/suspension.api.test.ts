import { beforeEach, describe, expect, test } from 'vitest'
import { updateAvatar } from '#test/avatars.ts'
import { type BuiltMember, buildMember, buildMeme, changeMemes, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { randomPicture } from '#test/random-picture.ts'
import { purgeMemeWorker, sweepBlobs } from '../memes/jobs.ts'
import type { MemeRow } from '../memes/queries.ts'
import { removeMeme, restoreMeme, suspendMember, unsuspendMember } from './moderate.ts'

const app = await appForFile()

const get = (url: string, token?: string) => app.call('GET', url, token ? { token } : {})
const media = async (key: string) => (await app.app.inject({ method: 'GET', url: `/media/${key}` })).statusCode

let creator: BuiltMember
let fan: BuiltMember
let meme: MemeRow
beforeEach(async () => {
  creator = await buildMember(app, { username: `creator${unique()}` })
  fan = await buildMember(app)
  meme = await buildMeme(app, { user: creator.user })
})

const suspend = () => suspendMember(app.deps, null, creator.user.username, 'Spam')
const unsuspend = () => unsuspendMember(app.deps, null, creator.user.username, 'Sorry')

test('after a suspension, pictures of memes in review are visible again, for the moderator who decides', async () => {
  await changeMemes(app.db, meme.id, { status: 'review' })
  await suspend()
  expect(await media(meme.blob_medium)).toBe(404)
  await unsuspend()
  expect(await media(meme.blob_medium)).toBe(200)
})

describe('while a member is suspended', () => {
  test('prevents follows, unfollows and removals, and excludes them from counts', async () => {
    await app.call('POST', `/users/${creator.user.id}/follow`, { token: fan.token })
    await app.call('POST', `/users/${fan.user.id}/follow`, { token: creator.token })
    const counts = async () => {
      const { stats } = (await get('/users/me', fan.token)).body.data
      const lists = await Promise.all(['followers', 'following'].map((kind) => get(`/users/${fan.user.id}/${kind}`)))
      return [stats.followersCount, stats.followingCount, ...lists.map(({ body }) => body.totalCount)]
    }
    expect(await counts()).toEqual([1, 1, 1, 1])
    await suspend()
    expect(await counts()).toEqual([0, 0, 0, 0])
    for (const [method, path] of [
      ['POST', 'follow'],
      ['DELETE', 'unfollow'],
      ['DELETE', 'remove-follower'],
    ] as const) {
      const answer = await app.call(method, `/users/${creator.user.username}/${path}`, { token: fan.token })
      expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'user.notFound'])
    }
    await unsuspend()
    expect(await counts()).toEqual([1, 1, 1, 1])
    await suspend()
    await app.call('DELETE', '/users/me', { token: creator.token })
    expect(await counts()).toEqual([0, 0, 0, 0])
  })

  test('fills a page of followers although suspended ones are skipped', async () => {
    const followers = [creator, ...(await Promise.all(Array.from({ length: 3 }, () => buildMember(app))))]
    for (const { token } of followers.toReversed()) await app.call('POST', `/users/${fan.user.id}/follow`, { token })
    await suspend()
    const { body } = await get(`/users/${fan.user.id}/followers?limit=2`)
    expect([body.data.length, body.hasNextPage, body.totalCount]).toEqual([2, true, 3])
    const rest = await get(`/users/${fan.user.id}/followers?limit=2&cursor=${encodeURIComponent(body.nextCursor)}`)
    expect([rest.body.data.length, rest.body.hasNextPage]).toEqual([1, false])
  })

  test('hides uploads that were in progress', async () => {
    await suspend()
    const late = await buildMeme(app, { user: creator.user })
    expect([late.status, (await get(`/meme/${late.id}`)).status, await media(late.blob_small)]).toEqual([
      'hidden',
      404,
      404,
    ])
    await unsuspend()
    expect([(await get(`/meme/${late.id}`)).status, await media(late.blob_small)]).toEqual([200, 200])
  })

  test('leaves a picture shared with another member visible and uploadable', async () => {
    const bytes = await randomPicture(unique())
    const own = await buildMeme(app, { user: creator.user, bytes })
    await suspend()
    expect(await media(own.blob_origin)).toBe(404)
    const other = await buildMeme(app, { bytes })
    expect([other.blob_origin === own.blob_origin, await media(own.blob_origin)]).toEqual([true, 200])
    expect((await removeMeme(app.deps, null, other.id, 'rude')).sameAs).toEqual([own.id])
    expect(await media(own.blob_origin)).toBe(404)
    await unsuspend()
    expect(await media(own.blob_origin)).toBe(200)
  })

  test('hides a shared picture after the other meme is permanently deleted', async () => {
    const bytes = await randomPicture(unique())
    const own = await buildMeme(app, { user: creator.user, bytes })
    const files = [own.blob_origin, own.blob_medium, own.blob_small]
    const other = await buildMember(app)
    const shared = await buildMeme(app, { user: other.user, bytes })
    await suspend()
    expect((await app.call('DELETE', `/meme/${shared.id}`, { token: other.token })).status).toBe(200)
    await sweepBlobs(app.deps)
    // The deletion can still be undone.
    expect(await Promise.all(files.map(media))).toEqual([200, 200, 200])
    await purgeMemeWorker(app.deps).handle({ memeId: shared.id }, AbortSignal.timeout(10_000))
    expect(await Promise.all(files.map(media))).toEqual([404, 404, 404])
    await unsuspend()
    expect(await Promise.all(files.map(media))).toEqual([200, 200, 200])
  })

  test('shows a shared picture again when the other meme’s deletion is undone', async () => {
    const bytes = await randomPicture(unique())
    const own = await buildMeme(app, { user: creator.user, bytes })
    const other = await buildMember(app)
    const shared = await buildMeme(app, { user: other.user, bytes })
    await app.call('DELETE', `/meme/${shared.id}`, { token: other.token })
    await suspend()
    expect(await media(own.blob_small)).toBe(404)
    expect((await app.call('POST', `/meme/${shared.id}/restore`, { token: other.token })).status).toBe(200)
    expect(await media(own.blob_small)).toBe(200)
  })

  test('hides a shared picture after the other account is deleted', async () => {
    const bytes = await randomPicture(unique())
    const own = await buildMeme(app, { user: creator.user, bytes })
    const other = await buildMember(app)
    await buildMeme(app, { user: other.user, bytes })
    await suspend()
    expect((await app.call('DELETE', '/users/me', { token: other.token })).status).toBe(200)
    await sweepBlobs(app.deps)
    expect(await media(own.blob_small)).toBe(404)
  })

  test('leaves removed memes removed, and a restored one stays hidden until the end', async () => {
    await removeMeme(app.deps, null, meme.id, 'rude')
    const second = await buildMeme(app, { user: creator.user })
    await suspend()
    await removeMeme(app.deps, null, second.id, 'rude')
    const status = async () => [(await get(`/meme/${meme.id}`)).status, (await get(`/meme/${second.id}`)).status]
    expect(await status()).toEqual([410, 410])
    await restoreMeme(app.deps, null, meme.id, 'fine')
    expect([...(await status()), await media(meme.blob_small)]).toEqual([404, 410, 404])
    await unsuspend()
    expect([...(await status()), await media(meme.blob_small)]).toEqual([200, 410, 200])
  })

  test('hides the avatar', async () => {
    const key = await updateAvatar(app, creator.token)
    expect(await media(key)).toBe(200)
    await suspend()
    expect(await media(key)).toBe(404)
    await unsuspend()
    expect(await media(key)).toBe(200)
  })
})

test('another node applies a suspension and a demotion from the next request', async () => {
  const node = await app.anotherNode()
  const statusOf = async (method: 'GET' | 'PUT', url: string, token: string, payload?: object) => {
    const headers = { authorization: `Bearer ${token}` }
    return (await node.app.inject({ method, url: `/api${url}`, headers, ...(payload ? { payload } : {}) })).statusCode
  }
  const rename = () => statusOf('PUT', '/users/me/profile', creator.token, { displayName: 'Another' })
  expect(await rename()).toBe(200)
  await suspend()
  expect(await rename()).toBe(403)
  const [admin, moderator] = [await buildMember(app, { role: 'admin' }), await buildMember(app, { role: 'moderator' })]
  const desk = () => statusOf('GET', '/moderation/reports', moderator.token)
  expect(await desk()).toBe(200)
  await app.call('PUT', `/admin/people/${moderator.user.id}/role`, { token: admin.token, body: { role: 'member' } })
  expect(await desk()).toBe(403)
  await node.app.close()
})
