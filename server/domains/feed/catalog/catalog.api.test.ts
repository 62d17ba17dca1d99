import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { publishVisibility } from '#server/domains/memes/visibility.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import { forever } from '#test/caches.ts'
import { type BuiltMember, buildMember, buildMeme, changeMemes } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { pictureForm } from '#test/multipart.ts'
import { poll } from '#test/poll.ts'
import { randomPicture } from '#test/random-picture.ts'

// Nodes never refresh their feed caches by age here, only when notified of a change. So a page that leaves out a meme does so
// although the meme is still a cached candidate.
const app = await appForFile({}, { cacheAge: forever })
const other = (await app.anotherNode()).app
const moderator = await buildMember(app, { role: 'moderator' })
afterAll(() => other.close())

let viewer: BuiltMember
let creator: BuiltMember
let id: string
/** Creates a member, and a meme that is in all feeds before each test changes anything. */
beforeEach(async () => {
  viewer = await buildMember(app)
  creator = await buildMember(app)
  id = (await buildMeme(app, { user: creator.user, name: 'Known #kept' })).id
  // Makes both nodes re-read their candidates.
  await ok('POST', `/moderation/memes/${id}/sensitive`, moderator, { sensitive: true, reason: 'A change.' })
  await ok('POST', `/moderation/memes/${id}/sensitive`, moderator, { sensitive: false, reason: 'Back.' })
  for (const node of [app.app, other])
    await poll(async () => (await fed(viewer, node)).includes(id), {
      withinMs: 20_000,
      everyMs: 20,
      missing: 'a node did not read its candidates again',
    })
})

async function ok(method: string, url: string, { token }: BuiltMember, body?: unknown): Promise<void> {
  const answer = await app.call(method, url, { token, ...(body === undefined ? {} : { body }) })
  expect([url, answer.status, answer.body.code]).toEqual([url, answer.status < 300 ? answer.status : 200, undefined])
}

interface Shown {
  _id: string
  reason: string
}

async function feedOf(viewer: BuiltMember | null, node = app.app, query = 'limit=100'): Promise<Shown[]> {
  const headers = viewer ? { authorization: `Bearer ${viewer.token}` } : {}
  const answer = await node.inject({ method: 'GET', url: `/api/recommendation-feed?${query}`, headers })
  expect(answer.statusCode).toBe(200)
  return answer.json().data.recommendations
}
const fed = async (viewer: BuiltMember | null, node = app.app, query = 'limit=100') =>
  (await feedOf(viewer, node, query)).map((meme) => meme._id)

async function expectGone(viewers: (BuiltMember | null)[], node = app.app): Promise<void> {
  for (const viewer of viewers) expect(await fed(viewer, node)).not.toContain(id)
}

describe('a page from memory immediately omits, on every node,', () => {
  test('a meme deleted by its owner, and shows it again after an undo', async () => {
    await ok('DELETE', `/meme/${id}`, creator)
    for (const node of [app.app, other]) await expectGone([viewer, creator], node)
    await ok('POST', `/meme/${id}/restore`, creator)
    for (const node of [app.app, other])
      await poll(async () => (await fed(viewer, node)).includes(id), {
        withinMs: 20_000,
        everyMs: 20,
        missing: 'a meme that was restored',
      })
  })

  test('a meme held for review, also for its owner and moderators', async () => {
    // Publishes no change, so the meme stays a cached candidate.
    await changeMemes(app.deps.db, id, { status: 'review' })
    for (const node of [app.app, other]) await expectGone([viewer, creator, moderator], node)
  })

  test.each(['block', 'mute'])('memes of a person under the viewer’s %s, until it ends', async (kind) => {
    await ok('POST', `/users/${creator.user.id}/${kind}`, viewer)
    for (const node of [app.app, other]) await expectGone([viewer], node)
    expect(await fed(await buildMember(app))).toContain(id)
    await ok('DELETE', `/users/${creator.user.id}/${kind}`, viewer)
    for (const node of [app.app, other]) expect(await fed(viewer, node)).toContain(id)
  })

  test('memes marked as sensitive by their owner, for profiles who hide those', async () => {
    await ok('PUT', '/users/me/preferences', viewer, { sensitiveContent: 'hide' })
    expect(await fed(viewer)).toContain(id)
    await ok('PATCH', `/meme/${id}`, creator, { sensitive: true })
    for (const node of [app.app, other]) await expectGone([viewer], node)
    expect(await fed(await buildMember(app))).toContain(id)
  })

  test.each(['meme', 'user', 'tag'])('a %s marked as not interesting, until the mark is removed', async (kind) => {
    const target = { meme: id, user: creator.user.id, tag: 'kept' }[kind]
    await ok('POST', '/feed/not-interested', viewer, { kind, id: target })
    for (const node of [app.app, other]) await expectGone([viewer], node)
    await ok('DELETE', '/feed/not-interested', viewer, { kind, id: target })
    for (const node of [app.app, other]) expect(await fed(viewer, node)).toContain(id)
  })

  test('a meme that gains a tag marked as not interesting', async () => {
    await ok('POST', '/feed/not-interested', viewer, { kind: 'tag', id: 'unwanted' })
    expect(await fed(viewer)).toContain(id)
    await ok('PATCH', `/meme/${id}`, creator, { name: 'Known #unwanted' })
    for (const node of [app.app, other]) await expectGone([viewer], node)
  })

  test('a template marked as not interesting', async () => {
    const templateId = newId()
    await app.db.insertInto('templates').values({ id: templateId }).execute()
    await app.db
      .insertInto('meme_templates')
      .values({ meme_id: id, template_id: templateId, visual_version: 1 })
      .onConflict((conflict) => conflict.column('meme_id').doUpdateSet({ template_id: templateId }))
      .execute()
    await withTransaction(app.db, publishVisibility)
    await ok('POST', '/feed/not-interested', viewer, { kind: 'template', id: templateId })
    for (const node of [app.app, other])
      await poll(async () => !(await fed(viewer, node)).includes(id), {
        withinMs: 20_000,
        everyMs: 20,
        missing: 'a template that is not wanted stays out',
      })
  })
})

test('a visitor’s first page omits sensitive memes, and later pages include them', async () => {
  await ok('POST', `/moderation/memes/${id}/sensitive`, moderator, { sensitive: true, reason: 'For adults.' })
  await poll(async () => !(await fed(null)).includes(id), {
    withinMs: 20_000,
    everyMs: 20,
    missing: 'a sensitive meme off the first page',
  })
  expect(await fed(viewer)).toContain(id)
})

test('seen memes come last, on every node', async () => {
  const all = await fed(viewer)
  const seen = all.slice(0, 3)
  await ok('POST', '/user-action', viewer, { action: 'seen', memeIds: seen })
  for (const node of [app.app, other]) {
    const next = await fed(viewer, node)
    expect(next.slice(0, -3).filter((one) => seen.includes(one))).toEqual([])
    expect(new Set(next)).toEqual(new Set(all))
  }
})

test('a like or a follow changes the very next page, on every node', async () => {
  const liked = [1, 2, 3].map(() => buildMeme(app, { user: creator.user }))
  const reasonOf = async (node: typeof other) => (await feedOf(viewer, node)).find((meme) => meme._id === id)?.reason
  for (const node of [app.app, other]) expect(['similar', 'following']).not.toContain(await reasonOf(node))
  for (const meme of await Promise.all(liked))
    await ok('POST', '/user-action', viewer, { memeId: meme.id, action: 'like', active: true })
  for (const node of [app.app, other]) expect(await reasonOf(node)).toBe('similar')

  const fan = await buildMember(app)
  const seenBy = async (node: typeof other) => (await feedOf(fan, node)).find((meme) => meme._id === id)?.reason
  for (const node of [app.app, other]) expect(await seenBy(node)).not.toBe('following')
  await ok('POST', `/users/${creator.user.id}/follow`, fan)
  for (const node of [app.app, other]) expect(await seenBy(node)).toBe('following')
})

test('a new upload is on the next page, on every node', async () => {
  const form = pictureForm(await randomPicture(id), { name: 'Just uploaded' })
  const answer = await app.call('POST', '/meme', { token: creator.token, ...form })
  expect(answer.status).toBe(201)
  for (const node of [app.app, other])
    await poll(async () => (await fed(viewer, node)).includes(answer.body.data._id), {
      withinMs: 20_000,
      everyMs: 20,
      missing: 'a new meme',
    })
})
