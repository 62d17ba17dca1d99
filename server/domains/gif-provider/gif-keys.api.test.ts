import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { GIF_KEYS_MAX } from '#contract/limits.ts'
import { createTestApp } from '#test/app.ts'
import { createGifSite, type GifBody } from '#test/gif-site.ts'

vi.setConfig({ testTimeout: 120_000 })

const SITE = 'http://memeroom.test'
const LISTS = {
  Tenor: (key: string) => `/gif/tenor/v2/search?q=otter&key=${key}`,
  Giphy: (key: string) => `/gif/giphy/v1/gifs/search?q=otter&api_key=${key}`,
  Klipy: (key: string) => `/gif/klipy/api/v1/${key || 'none'}/gifs/search?q=otter`,
}

const site = await createGifSite()
await site.set({ gifProvider: true })
afterAll(() => site.app.stop())

const statusOf = async (url: string) => (await site.ask(url)).status
const statusesOf = (key: string) => Promise.all(Object.values(LISTS).map((url) => statusOf(url(key))))
const keys = async () => (await site.app.call('GET', '/admin/gif-keys', { token: site.admin.token })).body.data
async function createKey(name = 'Our chat'): Promise<{ _id: string; key: string }> {
  const { status, body } = await site.app.call('POST', '/admin/gif-keys', { token: site.admin.token, body: { name } })
  expect(status).toBe(201)
  return body.data
}
const remove = (id: string) => site.app.call('DELETE', `/admin/gif-keys/${id}`, { token: site.admin.token })
/** All addresses of pictures in a response. */
const picturesIn = (body: GifBody) => [
  ...new Set(
    [...JSON.stringify(body).matchAll(/"(http:[^"]+\.(?:gif|webp|jpg|png)[^"]*)"/g)].map(([, url = '']) =>
      url.slice(SITE.length),
    ),
  ),
]

test('a key is shown once, stored as a hash, counted, and in the log of admins', async () => {
  const { _id, key } = await createKey('Team chat')
  expect(key).toMatch(/^memeroom_gif_[\w-]{32}$/)
  expect(JSON.stringify(await keys())).not.toContain(key)
  const rows = JSON.stringify(await site.app.db.selectFrom('gif_keys').selectAll().execute())
  expect(rows).not.toContain(key.slice(-32))
  expect(await statusesOf(key)).toEqual([200, 200, 200])
  await expect.poll(async () => (await keys()).find((one: { _id: string }) => one._id === _id).calls).toBe(3)
  const log = await site.app.db.selectFrom('moderation_log').select('reason').where('target_id', '=', _id).execute()
  expect(log.map(({ reason }) => reason)).toEqual(['key of the GIF provider "Team chat": added'])
})

test('a public site accepts any text as a key, unless it requires keys', async () => {
  const { _id, key } = await createKey()
  expect(await statusesOf('any')).toEqual([200, 200, 200])
  await site.set({ gifKeysRequired: true })
  await expect.poll(() => statusesOf('any')).toEqual([401, 401, 401])
  for (const wrong of ['', `${key}x`, key.slice(0, -1), _id])
    expect(await statusesOf(wrong), wrong).toEqual([401, 401, 401])
  expect(await statusesOf(key)).toEqual([200, 200, 200])
  expect((await site.ask(LISTS.Giphy('any'))).body).toMatchObject({ data: [], meta: { status: 401 } })
  expect((await site.ask(LISTS.Tenor('any'))).body).toMatchObject({ error: { code: 401 } })
  expect(picturesIn((await site.ask(LISTS.Tenor(key))).body).join()).not.toContain('k=')
  await remove(_id)
  await expect.poll(() => statusesOf(key)).toEqual([401, 401, 401])
  await site.set({ gifKeysRequired: false })
})

describe('on a site for members only', () => {
  beforeAll(() => site.set({ access: 'members' }))
  afterAll(() => site.set({ access: 'public' }))

  test('a key opens the lists and their pictures, without cookies, until it is deleted', async () => {
    const [mine, other] = [await createKey(), await createKey('Another chat')]
    await expect.poll(() => statusesOf('any')).toEqual([401, 401, 401])
    const { error } = (await site.ask(LISTS.Tenor('any'))).body
    expect(error.message).toMatch(/^This site requires a GIF provider key/)
    for (const [url, status] of [
      ['/gif/tenor/v2/unknown?key=any', 401],
      ['/gif/klipy/api/v1/any/unknown', 401],
      [`/gif/tenor/v2/unknown?key=${mine.key}`, 404],
      [`/gif/klipy/api/v1/${mine.key}/unknown`, 404],
    ] as const)
      expect(await statusOf(url), url).toBe(status)
    const pictures: string[] = []
    for (const url of Object.values(LISTS)) {
      const { status, headers, body } = await site.ask(url(mine.key))
      expect([status, headers['cache-control']]).toEqual([200, 'private, max-age=60'])
      pictures.push(...picturesIn(body))
    }
    expect(pictures.length).toBeGreaterThan(6)
    for (const url of pictures) {
      const { status, headers } = await site.ask(url)
      expect([url, status, headers['cache-control']]).toEqual([url, 200, expect.stringMatching(/^private, /)])
    }
    // Another key signs its own addresses.
    const [first = ''] = picturesIn((await site.ask(LISTS.Tenor(other.key))).body)
    await remove(mine._id)
    await expect.poll(() => statusesOf(mine.key)).toEqual([401, 401, 401])
    for (const url of pictures) expect(await statusOf(url), url).toBe(401)
    expect([await statusOf(first), await statusOf(LISTS.Tenor(other.key))]).toEqual([200, 200])
  })

  test('a signature opens one meme’s pictures, and no other address', async () => {
    const { _id, key } = await createKey()
    const other = await site.build('Otter of another page')
    const [signed = ''] = picturesIn((await site.ask(`/gif/tenor/v2/posts?ids=${site.otter.id}&key=${key}`)).body)
    const [, signature = ''] = signed.split('?k=')
    expect(await statusOf(signed)).toBe(200)
    const [id = '', proof = ''] = signature.split('.')
    expect(id).toBe(_id)
    for (const wrong of ['', id, `${id}.`, `${id}.${'A'.repeat(22)}`, `.${proof}`, key, `${signature}x`])
      expect(await statusOf(signed.replace(signature, wrong)), wrong).toBe(401)
    expect(await statusOf(signed.replace(site.otter.id, other.id))).toBe(401)
    for (const url of [`/media/${other.blob_medium}`, '/api/feed/new', `/meme/${other.id}/share.jpg`])
      expect(await statusOf(`${url}?key=${key}&k=${signature}`), url).toBe(401)
    await site.app.call('PATCH', `/meme/${other.id}`, { token: site.member.token, body: { sensitive: true } })
    const posts = await site.ask(`/gif/tenor/v2/posts?ids=${other.id}&key=${key}`)
    expect([posts.status, posts.body.results]).toEqual([200, []])
  })
})

test('a key has a limit of calls a minute over all networks, and other keys and calls without one continue', async () => {
  const limited = await createGifSite({ rateLimits: true }, { isMeasured: true })
  await limited.set({ gifProvider: true })
  const created = async (name: string) => {
    const { body } = await limited.app.call('POST', '/admin/gif-keys', { token: limited.admin.token, body: { name } })
    return body.data.key as string
  }
  const [busy, other] = [await created('Busy chat'), await created('Other chat')]
  const ask = (key: string, network: number) =>
    limited.app.app.inject({
      url: `/gif/tenor/v2/trending_terms${key && `?key=${key}`}`,
      remoteAddress: `192.0.2.${network}`,
    })
  const statuses: number[] = []
  for (let network = 1; network <= 6; network += 1)
    for (let nth = 0; nth < 500; nth += 1) statuses.push((await ask(busy, network)).statusCode)
  expect(statuses).toEqual(Array(3000).fill(200))
  const refused = await ask(busy, 7)
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused.json()).toMatchObject({ error: { code: 429 } })
  expect([(await ask(other, 7)).statusCode, (await ask('', 7)).statusCode]).toEqual([200, 200])
  await limited.app.stop()
})

test('the number of keys is limited, and names are checked', async () => {
  const { token } = site.admin
  for (const name of ['', '  ', 'x'.repeat(100), 'a\u202eb'])
    expect((await site.app.call('POST', '/admin/gif-keys', { token, body: { name } })).status, name).toBe(400)
  const missing = GIF_KEYS_MAX - (await keys()).length
  for (let n = 0; n < missing; n += 1) await createKey(`Key ${n}`)
  const { status, body } = await site.app.call('POST', '/admin/gif-keys', { token, body: { name: 'One more' } })
  expect([status, body.code]).toEqual([409, 'gifKey.tooMany'])
})

test('the log contains no key, session token, or words of a request', async () => {
  const app = await createTestApp({ logLevel: 'trace' })
  const written: string[] = []
  vi.spyOn(streamOf(app.app.log), 'write').mockImplementation((line) => written.push(line) > 0)
  const key = `memeroom_gif_${'k'.repeat(32)}`
  const headers = { 'x-session-token': 'secret-of-a-session' }
  for (const url of [...Object.values(LISTS).map((list) => list(key)), `/gif/media/x/y.gif?k=${key}`])
    await app.app.inject({ url, headers })
  app.app.log.warn({ err: new Error(`failed: /gif/klipy/api/v1/${key}/gifs/search?q=otter`) }, 'an error')
  await app.stop()
  const log = written.join('')
  expect(log).toContain('/gif/klipy/api/v1/:key/gifs/search')
  for (const secret of ['kkkk', 'secret-of-a-session', 'otter']) expect(log).not.toContain(secret)
})

/** Returns the stream to which a logger writes. */
function streamOf(log: object): { write(line: string): boolean } {
  for (let owner = log; owner !== null; owner = Object.getPrototypeOf(owner))
    for (const symbol of Object.getOwnPropertySymbols(owner))
      if (symbol.description === 'pino.stream') return Reflect.get(owner, symbol)
  throw new Error('this logger has no stream')
}
