// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cachePictures, forgetPictures, PICTURES_MAX_BYTES, pictureOrCached } from './cached-pictures.ts'
import { deleteCachedResponses, fetchOrCached, isCacheableResponse, RESPONSES_MAX } from './cached-responses.ts'
import { RESPONSES_CACHE } from './protocol.ts'
import { noteSignOut } from './sign-outs.ts'

const urlOf = (request: RequestInfo | URL) =>
  new URL(request instanceof Request ? request.url : request, 'http://a').href

/** Preserves insertion order, as browsers do. */
class FakeCache {
  readonly entries = new Map<string, Response>()
  async match(request: RequestInfo) {
    return this.entries.get(urlOf(request))?.clone()
  }
  async put(request: RequestInfo, response: Response) {
    this.entries.set(urlOf(request), response)
  }
  async delete(request: RequestInfo) {
    return this.entries.delete(urlOf(request))
  }
  async keys() {
    return [...this.entries.keys()].map((url) => new Request(url))
  }
}

const stored = new Map<string, FakeCache>()
const open = (name: string) => {
  const cache = stored.get(name) ?? new FakeCache()
  stored.set(name, cache)
  return cache
}
const cachedIn = (name: string) => [...open(name).entries.keys()]
let answer: (url: string) => Response

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('caches', {
    open: async (name: string) => open(name),
    delete: async (name: string) => stored.delete(name),
    match: (request: RequestInfo, { cacheName = '' }: MultiCacheQueryOptions) => open(cacheName).match(request),
  })
  vi.stubGlobal('fetch', async (request: RequestInfo) => answer(urlOf(request)))
})
afterEach(() => vi.unstubAllGlobals())

test('pictures are cached up to the limit, oldest evicted first', async () => {
  const bytes = PICTURES_MAX_BYTES / 4
  answer = () => new Response('', { headers: { 'content-length': String(bytes) } })
  const urls = [1, 2, 3, 4, 5, 6].map((number) => `http://a/media/${number}.webp`)
  await cachePictures(urls)
  expect(cachedIn('pictures')).toEqual(urls.slice(2))
  await cachePictures(['http://a/media/4.webp'])
  expect(cachedIn('pictures')).toEqual(urls.slice(2))
})

/** Sends a request as a page does. Resolves after the response is cached. */
async function ask(url: string, authorization?: string): Promise<string> {
  const work: Promise<unknown>[] = []
  const request = new Request(url, authorization ? { headers: { authorization } } : {})
  const response = await fetchOrCached(request, { onFresh: async () => undefined, waitUntil: (one) => work.push(one) })
  await Promise.all(work)
  return response.text()
}

test('a cached answer is used only offline, and only for its member', async () => {
  const url = 'http://a/api/recommendation-feed?limit=50'
  answer = () => new Response('first')
  expect(await ask(url, 'Bearer one')).toBe('first')
  answer = () => new Response('second')
  expect(await ask(url, 'Bearer one')).toBe('second')
  answer = () => new Response('busy', { status: 503 })
  expect(await ask(url, 'Bearer one')).toBe('busy')
  answer = () => {
    throw new TypeError('Failed to fetch')
  }
  expect(await ask(url, 'Bearer one')).toBe('second')
  await expect(ask(url, 'Bearer two')).rejects.toThrow(TypeError)
  await expect(ask(url)).rejects.toThrow(TypeError)
  expect(cachedIn(RESPONSES_CACHE).join()).not.toContain('Bearer')
})

test('answers for a member who left are not cached', async () => {
  const left = async () => {
    noteSignOut()
    await Promise.all([deleteCachedResponses(), forgetPictures()])
  }
  answer = () => new Response('seen', { headers: { 'content-length': '4' } })
  const work: Promise<unknown>[] = []
  const waitUntil = (one: Promise<unknown>) => void work.push(one)
  const picture = pictureOrCached(new Request('http://a/media/late.webp'), waitUntil)
  const late = fetchOrCached(new Request('http://a/api/users/me', { headers: { authorization: 'Bearer one' } }), {
    onFresh: async () => undefined,
    waitUntil,
  })
  await left()
  await Promise.all([picture, late])
  await Promise.all(work)
  expect([cachedIn(RESPONSES_CACHE), cachedIn('pictures')]).toEqual([[], []])
  // Caching continues for the next user.
  await ask('http://a/api/users/me', 'Bearer two')
  expect(cachedIn(RESPONSES_CACHE)).toHaveLength(1)
})

test('deletes the responses for strangers once the site is for members only', async () => {
  answer = () => new Response('seen', { headers: { 'content-length': '4' } })
  await ask('http://a/api/tags')
  await cachePictures(['http://a/media/one.webp'])
  answer = () => new Response('', { status: 401 })
  await ask('http://a/api/tags', 'Bearer ended')
  expect([cachedIn(RESPONSES_CACHE).length, cachedIn('pictures').length]).toEqual([1, 1])
  await ask('http://a/api/tags')
  expect([cachedIn(RESPONSES_CACHE), cachedIn('pictures')]).toEqual([[], []])
})

const MEME = '0190b1a2-0000-7000-8000-000000000001'

test.each([403, 404, 410, 451])('deletes all cached data of a meme after a %i', async (status) => {
  const meme = { _id: MEME, image: { imageSmall: '/media/small.webp', imageOrigin: '/media/origin.webp', width: 3 } }
  const address = `http://a/api/meme/${MEME}`
  answer = (url) =>
    url.includes('/media/')
      ? new Response('pixels', { headers: { 'content-length': '6' } })
      : Response.json(url.includes('tags') ? { data: [] } : { data: url.includes('feed') ? [meme] : meme })
  await cachePictures(['http://a/media/small.webp', 'http://a/media/origin.webp', 'http://a/media/other.webp'])
  for (const url of [address, `${address}/remixes`, 'http://a/api/feed/new', 'http://a/api/tags']) await ask(url)
  await ask(address, 'Bearer one')
  expect(cachedIn(RESPONSES_CACHE)).toHaveLength(5)
  answer = () => new Response('{}', { status })
  await ask(address, 'Bearer one')
  expect(cachedIn(RESPONSES_CACHE)).toEqual(['http://a/api/tags'])
  expect(cachedIn('pictures')).toEqual(['http://a/media/other.webp'])
})

test.each([400, 429, 500, 503])('a %i deletes nothing', async (status) => {
  answer = () => new Response('{}')
  await ask('http://a/api/users/linh')
  answer = () => new Response('{}', { status })
  await ask('http://a/api/users/linh')
  expect(cachedIn(RESPONSES_CACHE)).toEqual(['http://a/api/users/linh'])
})

test('caches the newest answers', async () => {
  answer = (url) => new Response(url)
  for (let page = 0; page < RESPONSES_MAX + 2; page += 1) await ask(`http://a/api/trending-memes?page=${page}`)
  expect(cachedIn(RESPONSES_CACHE)).toHaveLength(RESPONSES_MAX)
  expect(cachedIn(RESPONSES_CACHE)[0]).toBe('http://a/api/trending-memes?page=2')
})

test.each([
  ['/api/recommendation-feed', true],
  ['/api/user/meme/album/me', true],
  ['/api/users/me', true],
  ['/api/albums/0190b1a2-0000-7000-8000-000000000000/memes', true],
  ['/api/users/linh/albums', true],
  ['/api/users/me/history', true],
  ['/api/feed/new', true],
  ['/api/users/me/sessions', false],
  ['/api/users/me/passkeys', false],
  ['/api/moderation/queue', false],
  ['/api/users/me/tokens', false],
  ['/api/users/me/export', false],
  ['/api/notifications', false],
  ['/api/admin/settings', false],
  ['/api/meme/bulk/status/0190b1a2-0000-7000-8000-000000000000', false],
])('caches %s: %s', (path, isKept) => {
  expect(isCacheableResponse(new URL(path, 'http://a'))).toBe(isKept)
})
