// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ANSWERS_MAX, answerOrKept, isKeptAnswer } from './kept-answers.ts'
import { keepPictures, PICTURES_MAX_BYTES } from './kept-pictures.ts'
import { ANSWERS_CACHE } from './protocol.ts'

const urlOf = (request: RequestInfo | URL) =>
  new URL(request instanceof Request ? request.url : request, 'http://a').href

/** Keeps insertion order, as browsers do. */
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
const keptIn = (name: string) => [...open(name).entries.keys()]
let answer: (url: string) => Response

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('caches', {
    open: async (name: string) => open(name),
    match: (request: RequestInfo, { cacheName = '' }: MultiCacheQueryOptions) => open(cacheName).match(request),
  })
  vi.stubGlobal('fetch', async (request: RequestInfo) => answer(urlOf(request)))
})
afterEach(() => vi.unstubAllGlobals())

test('pictures are kept up to the limit, and the oldest go first', async () => {
  const bytes = PICTURES_MAX_BYTES / 4
  answer = () => new Response('', { headers: { 'content-length': String(bytes) } })
  const urls = [1, 2, 3, 4, 5, 6].map((number) => `http://a/media/${number}.webp`)
  await keepPictures(urls)
  expect(keptIn('pictures')).toEqual(urls.slice(2))
  await keepPictures(['http://a/media/4.webp'])
  expect(keptIn('pictures')).toEqual(urls.slice(2))
})

/** Asks as a page does; resolves when what is to be kept was kept. */
async function ask(url: string, authorization?: string): Promise<string> {
  const work: Promise<unknown>[] = []
  const request = new Request(url, authorization ? { headers: { authorization } } : {})
  const response = await answerOrKept(request, { onFresh: async () => undefined, waitUntil: (one) => work.push(one) })
  await Promise.all(work)
  return response.text()
}

test('a kept answer is used only without a connection, and only for the member that it was given to', async () => {
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
  expect(keptIn(ANSWERS_CACHE).join()).not.toContain('Bearer')
})

test('the newest answers are kept', async () => {
  answer = (url) => new Response(url)
  for (let page = 0; page < ANSWERS_MAX + 2; page += 1) await ask(`http://a/api/trending-memes?page=${page}`)
  expect(keptIn(ANSWERS_CACHE)).toHaveLength(ANSWERS_MAX)
  expect(keptIn(ANSWERS_CACHE)[0]).toBe('http://a/api/trending-memes?page=2')
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
])('%s is kept: %s', (path, isKept) => {
  expect(isKeptAnswer(new URL(path, 'http://a'))).toBe(isKept)
})
