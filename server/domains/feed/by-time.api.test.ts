import { expect, test } from 'vitest'
import { buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'

const memes: Record<string, string> = {}
const app = await appForFile({ ocr: 'off' })
const viewer = await buildMember(app)
const followed = await buildMember(app, { username: 'followed.one' })
const stranger = await buildMember(app, { username: 'stranger.one' })
for (const [name, user, description] of [
  ['first', followed.user, ''],
  ['tagged', stranger.user, '#otters'],
  ['other', stranger.user, ''],
  ['both', followed.user, '#otters'],
  ['own', viewer.user, ''],
] as const)
  memes[name] = (await buildMeme(app, { user, name, description })).id
await app.call('POST', '/users/followed.one/follow', { token: viewer.token })
await app.call('POST', '/tags/otters/follow', { token: viewer.token })

const names = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name)
const list = async (path: string, token?: string) => names((await app.call('GET', path, token ? { token } : {})).body)

test('new memes are listed for everyone, newest first', async () => {
  expect(await list('/feed/new')).toEqual(['own', 'both', 'other', 'tagged', 'first'])
})

test('followed memes come from followed people and tags, each once', async () => {
  expect(await list('/feed/following', viewer.token)).toEqual(['both', 'tagged', 'first'])
  expect(await list('/feed/following', (await buildMember(app)).token)).toEqual([])
})

test('tags filter both lists, on every page', async () => {
  expect(await list('/feed/new?cat=Otters')).toEqual(['both', 'tagged'])
  expect(await list('/feed/new?cat=otters&cat2=none')).toEqual([])
  expect(await list('/feed/following?cat=otters', viewer.token)).toEqual(['both', 'tagged'])
  const { nextCursor } = (await app.call('GET', '/feed/new?cat=otters&limit=1')).body
  expect(await list(`/feed/new?cat=otters&limit=1&cursor=${nextCursor}`)).toEqual(['tagged'])
})

test.each([
  ['/feed/new', ['own', 'both', 'other', 'tagged', 'first']],
  ['/feed/following', ['both', 'tagged', 'first']],
])('pages of %s hold every meme once', async (path, expected) => {
  const found: string[] = []
  let cursor = ''
  for (const _ of expected) {
    const { body } = await app.call('GET', `${path}?limit=1${cursor}`, { token: viewer.token })
    found.push(...names(body))
    if (!body.hasNext) break
    cursor = `&cursor=${body.nextCursor}`
  }
  expect(found).toEqual(expected)
})

test('rejects a cursor of another list and a made-up one', async () => {
  const { nextCursor } = (await app.call('GET', '/feed/new?limit=1')).body
  for (const cursor of [nextCursor, 'x.y'])
    expect((await app.call('GET', `/feed/following?cursor=${cursor}`, { token: viewer.token })).body.code).toBe(
      'cursor.invalid',
    )
})
