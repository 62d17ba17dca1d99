import { afterAll, expect, test, vi } from 'vitest'
import { createGifSite } from '#test/gif-site.ts'

vi.setConfig({ testTimeout: 120_000 })

const TENOR = '/gif/tenor/v2'
const GIPHY = '/gif/giphy/v1'
const KLIPY = '/gif/klipy/api/v1/any-key'

const site = await createGifSite()
await site.set({ gifProvider: true })
afterAll(() => site.app.stop())

test('shared caches store one response per language', async () => {
  for (const url of [`${TENOR}/categories`, `${GIPHY}/gifs/trending`, `${KLIPY}/gifs/categories`]) {
    // Only the second of two equal responses comes from its stored compressed form.
    for (const headers of [{}, { 'accept-encoding': 'br' }, { cookie: 'i18next=vi; other=1' }])
      expect((await site.ask(url, { 'accept-language': 'vi', ...headers })).headers, url).toMatchObject({
        'cache-control': 'public, max-age=60',
        vary: expect.stringMatching(/^accept-language, cookie/),
      })
  }
  const locale = async (headers: object) =>
    (await site.ask(`${TENOR}/categories`, headers as Record<string, string>)).body.locale
  expect(await locale({ 'accept-language': 'vi' })).toBe('vi')
  expect(await locale({ cookie: 'i18next=en' })).toBe('en')
})

test('unknown paths are errors in the shape of their format, which pages of other sites can read', async () => {
  const shapes = {
    [TENOR]: { error: { code: 404, status: 'NOT_FOUND', message: expect.any(String) } },
    [GIPHY]: { data: [], meta: { status: 404, msg: expect.any(String), response_id: expect.any(String) } },
    [KLIPY]: { result: false, errors: { message: [expect.any(String)] } },
  }
  for (const [base, body] of Object.entries(shapes))
    for (const path of ['/', '/unknown', '/gifs/search/more/parts', '/unknown?limit=x'])
      for (const method of ['GET', 'POST', 'DELETE'] as const) {
        const answer = await site.app.app.inject({ method, url: base + path })
        expect([answer.statusCode, answer.json()], `${method} ${base}${path}`).toEqual([404, body])
        expect(answer.headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
      }
  expect((await site.ask('/gif/klipy/api/v1/unknown')).body).toEqual(shapes[KLIPY])
  const preflight = await site.app.app.inject({ method: 'OPTIONS', url: `${TENOR}/unknown` })
  expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([204, '*'])
})

test('a network has a limit of calls a minute in all formats, but not of pictures in memory', async () => {
  const limited = await createGifSite({ rateLimits: true }, { isMeasured: true })
  await limited.set({ gifProvider: true })
  const ask = (url: string, network = 1) =>
    limited.app.app.inject({ url, remoteAddress: `192.0.2.${network}`, headers: { 'accept-language': 'vi' } })
  const picture = (kind: string) => `/gif/media/${limited.otter.id}/${kind}.gif`
  await expect.poll(async () => (await ask(picture('nanogif'), 2)).statusCode).toBe(200)
  const calls = [`${TENOR}/trending_terms`, `${GIPHY}/trending/searches`, `${KLIPY}/gifs/categories`]
  const statuses: number[] = []
  for (let nth = 0; nth < 600; nth += 1) statuses.push((await ask(calls[nth % 3] ?? '')).statusCode)
  expect(statuses).toEqual(Array(600).fill(200))
  const message = 'Bạn thao tác quá nhanh. Vui lòng đợi một chút rồi thử lại.'
  const shapes = [
    { error: { code: 429, status: 'RESOURCE_EXHAUSTED', message } },
    { data: [], meta: { status: 429, msg: message, response_id: expect.any(String) } },
    { result: false, errors: { message: [message] } },
  ]
  for (const [at, url] of calls.entries()) {
    const refused = await ask(url)
    expect([refused.statusCode, refused.json()], url).toEqual([429, shapes[at]])
    expect(refused.headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  }
  for (let nth = 0; nth < 20; nth += 1) expect((await ask(picture('nanogif'))).statusCode).toBe(200)
  const unknown = await ask(picture('w100'))
  expect([unknown.statusCode, unknown.headers['access-control-allow-origin']]).toEqual([429, '*'])
  expect((await ask(calls[0] ?? '', 3)).statusCode).toBe(200)
  await limited.app.stop()
})

test('pictures, frames, forms, links, and prefetches of other pages count no copy, and neither does HEAD', async () => {
  const { id } = await site.build('Not shared')
  const url = `${TENOR}/registershare?id=${id}`
  let network = 0
  const send = async (method: 'GET' | 'HEAD' | 'POST', to: string, headers: Record<string, string> = {}) => {
    network += 1
    return (await site.app.app.inject({ method, url: to, headers, remoteAddress: `198.51.100.${network}` })).statusCode
  }
  const origin = 'https://elsewhere.test'
  for (const destination of ['image', 'iframe', 'document', 'script', 'style', 'video'])
    expect(await send('GET', url, { origin, 'sec-fetch-dest': destination })).toBe(200)
  expect(await send('GET', url, { 'sec-fetch-dest': 'empty', 'sec-purpose': 'prefetch' })).toBe(200)
  expect(await send('GET', url, { purpose: 'prefetch' })).toBe(200)
  expect(await send('HEAD', url)).toBe(404)
  expect(await send('POST', `${KLIPY}/gifs/share/${id}`, { origin, 'sec-fetch-dest': 'document' })).toBe(200)
  const copies = () =>
    site.app.db.selectFrom('meme_stats').select('copy_count').where('meme_id', '=', id).executeTakeFirstOrThrow()
  expect((await copies()).copy_count).toBe(0)
  expect(await send('GET', url)).toBe(200)
  expect(await send('GET', url, { origin, 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' })).toBe(200)
  expect((await copies()).copy_count).toBe(2)
  for (const call of ['search?q=otter', 'featured']) expect(await send('HEAD', `${TENOR}/${call}`), call).toBe(200)
})
