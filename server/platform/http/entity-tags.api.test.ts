import { expect, test } from 'vitest'
import { buildMember, buildMeme, changeMemes } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'

const app = await appForFile()
const member = await buildMember(app)
const id = (await buildMeme(app, { user: member.user, name: 'Tagged' })).id

const read = (url: string, tag?: string, token?: string) =>
  app.call('GET', url, { ...(token ? { token } : {}), headers: tag === undefined ? {} : { 'if-none-match': tag } })

test.each(['/meme/ID', '/trending-memes?period=7d', '/tags', '/meme/recommend/by-image?imageId=ID'])(
  '%s returns 304 while nothing changes',
  async (path) => {
    const url = path.replace('ID', id)
    const first = await read(url)
    expect([first.status, first.headers['cache-control']]).toEqual([200, 'private, no-cache'])
    const tag = String(first.headers.etag)
    expect(tag).toMatch(/^W\/"[\w+/]{27}"$/)
    for (const known of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      const again = await read(url, known)
      expect([again.status, again.body, again.headers.etag], known).toEqual([304, '', tag])
    }
    expect((await read(url, '"other"')).status).toBe(200)
  },
)

test('a change returns a new answer', async () => {
  const tag = String((await read(`/meme/${id}`)).headers.etag)
  await changeMemes(app.db, id, { name: 'Renamed' })
  const changed = await read(`/meme/${id}`, tag)
  expect([changed.status, changed.body.data.name]).toEqual([200, 'Renamed'])
})

test('a member’s answer is compared with their tag and never cached', async () => {
  const tag = String((await read(`/meme/${id}`, undefined, member.token)).headers.etag)
  const again = await read(`/meme/${id}`, tag, member.token)
  expect([again.status, again.headers['cache-control']]).toEqual([304, 'no-store'])
  expect((await read(`/meme/${id}`, tag)).status).toBe(200)
})

test('errors and personal feeds have no tag', async () => {
  expect((await read('/meme/018f0000-0000-7000-8000-000000000000')).headers.etag).toBeUndefined()
  const feed = await read('/recommendation-feed', '*', member.token)
  expect([feed.status, feed.headers.etag]).toEqual([200, undefined])
})
