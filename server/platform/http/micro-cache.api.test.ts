import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { callName, calls } from '#contract/calls.ts'
import { refreshTrending } from '#server/domains/trending/refresh-trending.ts'
import { newId } from '#server/platform/db/id.ts'
import { forever } from '#test/caches.ts'
import { buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'

const app = await appForFile({}, { cacheAge: forever })
const owner = await buildMember(app)
const given = { user: owner.user, description: 'Chó và mèo #cats '.repeat(20) }
for (const name of ['mèo 0', 'mèo 1', 'mèo 2']) await buildMeme(app, { ...given, name })
const memeId = (await buildMeme(app, { ...given, name: 'mèo 3' })).id
const templateId = newId()
await app.db.insertInto('templates').values({ id: templateId, meme_count: 1 }).execute()
await app.db
  .insertInto('meme_templates')
  .values({ meme_id: memeId, template_id: templateId, visual_version: 1 })
  .execute()
const like = { memeId, action: 'like', active: true }
await app.call('POST', '/user-action', { token: (await buildMember(app)).token, body: like })
await refreshTrending(app.deps)

type Headers = Record<string, string>

/** Returns a response both raw and as a browser decodes it. */
async function get(url: string, headers: Headers = {}, method: 'GET' | 'HEAD' = 'GET') {
  const answer = await app.app.inject({ method, url, headers })
  const encoding = answer.headers['content-encoding']
  const read = { br: brotliDecompressSync, gzip: gunzipSync }[String(encoding)]
  const text = (read && method === 'GET' ? read(answer.rawPayload) : answer.rawPayload).toString()
  return { status: answer.statusCode, encoding, headers: answer.headers, bytes: answer.rawPayload.length, text }
}

const NEW = '/api/feed/new'
const FIRST = '/api/recommendation-feed?limit=2'

/** Renames the meme behind the application's back, so that no change is published. Returns the name. */
async function renameSilently(): Promise<string> {
  const name = `mèo ${newId()}`
  await sql`update memes set name = ${name} where id = ${memeId}`.execute(app.deps.db)
  return name
}

describe('compressed forms', () => {
  test('are stored for reused answers, in the best encoding of each visitor', async () => {
    const first = await get(NEW, { 'accept-encoding': 'gzip, deflate, br' })
    expect(first.status).toBe(200)
    const again = await get(NEW, { 'accept-encoding': 'gzip, deflate, br' })
    expect([again.encoding, again.text]).toEqual(['br', first.text])
    expect(again.headers['content-length']).toBe(String(again.bytes))
    expect(again.headers.vary).toContain('accept-encoding')
    expect(again.headers.etag).toBe(first.headers.etag)
    for (const [accepted, encoding] of [
      ['gzip', 'gzip'],
      ['br;q=0, gzip;q=0.5', 'gzip'],
      ['BR', 'br'],
      ['gzip;q=0, br;q=0.000', undefined],
      ['identity', undefined],
      ['brotli', undefined],
    ] as const) {
      const answer = await get(NEW, { 'accept-encoding': accepted })
      expect([accepted, answer.encoding, answer.text]).toEqual([accepted, encoding, first.text])
    }
  })

  test('do not replace the body after a HEAD request', async () => {
    const url = `${NEW}?limit=3`
    const head = await get(url, {}, 'HEAD')
    expect([head.status, head.bytes]).toEqual([200, 0])
    const answer = await get(url)
    expect(JSON.parse(answer.text).data).toHaveLength(3)
    expect((await get(url, { 'accept-encoding': 'br' }, 'HEAD')).bytes).toBe(0)
    expect((await get(url, { 'accept-encoding': 'br' })).text).toBe(answer.text)
  })
})

describe('the shared cache key', () => {
  test('depends on the known query fields, not on order, spelling or unknown fields', async () => {
    const before = (await get(`${NEW}?limit=4&cat=cats`)).text
    await renameSilently()
    for (const query of [
      'cat=cats&limit=4',
      'limit=4&cat=cats&utm_source=x',
      'limit=4&cat=cats&lng=vi',
      'limit=04&cat=cats',
    ])
      expect([query, (await get(`${NEW}?${query}`)).text]).toEqual([query, before])
    expect((await get(`${NEW}?limit=5&cat=cats`)).text).not.toBe(before)
  })

  test('differs by language', async () => {
    const feed = async (language: string) => (await get('/feeds/trending.json', { 'accept-language': language })).text
    const [english, vietnamese] = [await feed('en'), await feed('vi')]
    expect(english).not.toBe(vietnamese)
    await renameSilently()
    expect([await feed('en'), await feed('vi')]).toEqual([english, vietnamese])
  })

  test('is absent with a session, a token, a cookie or a cursor', async () => {
    const { token } = await buildMember(app)
    const shared = (await get(NEW)).text
    const name = await renameSilently()
    expect((await get(NEW)).text).toBe(shared)
    expect((await get(NEW, { cookie: 'i18next=en' })).text).toBe(shared)
    for (const headers of [
      { authorization: `Bearer ${token}` },
      { cookie: 'session=1' },
      { cookie: 'i18next=en; other=1' },
    ] as Headers[])
      expect((await get(NEW, headers)).text).toContain(name)
    expect((await get(NEW, { authorization: 'Bearer forged' })).status).toBe(401)
    const { nextCursor } = JSON.parse((await get(`${NEW}?limit=1`)).text)
    const next = `${NEW}?limit=1&cursor=${encodeURIComponent(nextCursor)}`
    const page = (await get(next)).text
    await sql`update memes set name = 'silent ' || name`.execute(app.deps.db)
    expect((await get(next)).text).not.toBe(page)
    expect((await get(NEW)).text).toBe(shared)
  })

  test('covers the first page, and each visitor continues with a separate visit', async () => {
    const pages = [await get(FIRST), await get(FIRST, { 'user-agent': 'other' })]
    expect(pages[1]?.text).toBe(pages[0]?.text)
    const { nextCursor } = JSON.parse(pages[0]?.text ?? '')
    const next = async (agent: string) => {
      const answer = await get(`${FIRST}&cursor=${encodeURIComponent(nextCursor)}`, { 'user-agent': agent })
      expect(answer.status).toBe(200)
      return answer.text
    }
    const count = async () =>
      (await app.db.selectFrom('feed_pages').select('id').where('page', '=', 2).execute()).length
    const before = await count()
    const [one, again] = [await next('one'), await next('one')]
    expect(again).toBe(one)
    await next('two')
    expect((await count()) - before).toBe(2)
  })
})

test('returns 304 for the entity tag of a shared answer until a change', async () => {
  const url = '/api/trending-memes'
  const { etag = '' } = (await get(url)).headers
  const matching = { 'if-none-match': String(etag) }
  expect(await get(url, matching)).toMatchObject({ status: 304, bytes: 0 })
  const body = { description: 'changed' }
  expect((await app.call('PATCH', `/meme/${memeId}`, { token: owner.token, body })).status).toBe(200)
  expect((await get(url, matching)).status).toBe(200)
})

test('does not store failures and cookies', async () => {
  const id = newId()
  const url = `/api/template/${id}`
  expect((await get(url)).status).toBe(404)
  await app.deps.db.insertInto('templates').values({ id, meme_count: 2 }).execute()
  await sql`update meme_templates set template_id = ${id} where meme_id = ${memeId}`.execute(app.deps.db)
  expect((await get(url)).status).toBe(200)
  const [first, second] = [await get(url), await get(url)]
  expect(first.headers['x-request-id']).not.toBe(second.headers['x-request-id'])
  expect(second.headers['set-cookie']).toBeUndefined()
  await sql`update meme_templates set template_id = ${templateId} where meme_id = ${memeId}`.execute(app.db)
})

test('many long queries stay within the memory limit', async () => {
  const { entries } = app.deps.caches.figures().get('visitors-1s') ?? { entries: 0 }
  const long = `/api/vector-search/text?q=${'x'.repeat(180)}`
  for (let nth = 0; nth < 30; nth += 1) expect((await get(`${long}${nth}`)).status).toBeLessThan(500)
  const after = app.deps.caches.figures().get('visitors-1s')
  expect(after?.entries).toBeLessThanOrEqual(entries + 30)
  expect(after?.size).toBeLessThanOrEqual(16 * 1024 * 1024)
})

/** One address of everything that visitors share. */
const shared = (): Record<string, string> => ({
  getFeed: '/api/recommendation-feed',
  listNewFeed: '/api/feed/new',
  searchByText: `/api/vector-search/text?q=${encodeURIComponent('mèo')}`,
  suggest: `/api/vector-search/suggest?q=${encodeURIComponent('mè')}`,
  listTrendingMemes: '/api/trending-memes',
  listTrendingUsers: '/api/users/trending',
  listTags: '/api/tags',
  getTag: '/api/tags/cats',
  listTemplates: '/api/templates',
  getTemplate: `/api/template/${templateId}`,
  listTemplateMemes: `/api/template/${templateId}/memes`,
  feed: '/feeds/trending.atom',
  tagFeed: '/feeds/tag/cats.json',
  sitemap: `/sitemap/memes/${memeId}.xml`,
  oembed: `/oembed?url=${encodeURIComponent(`http://memeroom.test/meme/${memeId}`)}`,
})

test('the list above covers every shared call', () => {
  const names = Object.values(calls).flatMap((call) => ('shared' in call ? [callName(call)] : []))
  expect(Object.keys(shared())).toEqual(expect.arrayContaining(names))
})

test('no cached answer shows a meme after its removal', async () => {
  const show = async () => {
    const shown: string[] = []
    for (const [name, url] of Object.entries(shared()))
      for (let time = 0; time < 2; time += 1) if ((await get(url)).text.includes(memeId)) shown.push(name)
    return shown
  }
  await expect.poll(async () => new Set(await show()).size).toBeGreaterThanOrEqual(8)
  const { token } = await buildMember(app, { role: 'moderator' })
  await show()
  const answer = await app.call('POST', `/moderation/memes/${memeId}/remove`, { token, body: { reason: 'Spam.' } })
  expect(answer.status).toBe(200)
  expect(await show()).toEqual([])
})
