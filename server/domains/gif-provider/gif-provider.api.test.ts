import { afterAll, describe, expect, test, vi } from 'vitest'
import fieldsEn from '#server/locales/en/fields.json' with { type: 'json' }
import { sharp } from '#server/platform/images/sharp-engine.ts'
import { changeMemes } from '#test/factories.ts'
import { type GifBody as Body, createGifSite, type GifSite } from '#test/gif-site.ts'
import { notRepeated } from '#test/not-repeated.ts'
import { animatedGif } from '#test/pictures.ts'
import { randomPicture } from '#test/random-picture.ts'
import { storedTotals } from '#test/stored-totals.ts'
import { sweepBlobs } from '../memes/jobs.ts'
import type { MemeRow } from '../memes/queries.ts'
import { removeMeme } from '../moderation/moderate.ts'
import { refreshTrending } from '../trending/refresh-trending.ts'

vi.setConfig({ testTimeout: 120_000 })

const TENOR = '/gif/tenor/v2'
const GIPHY = '/gif/giphy/v1'
const KLIPY = '/gif/klipy/api/v1/any-key'
const SITE = 'http://memeroom.test'
const QUERIES = {
  Tenor: { url: (q: string) => `${TENOR}/search?q=${q}`, ids: (body: Body) => idsOf(body.results) },
  Giphy: { url: (q: string) => `${GIPHY}/gifs/search?q=${q}`, ids: (body: Body) => idsOf(body.data) },
  Klipy: { url: (q: string) => `${KLIPY}/gifs/search?q=${q}`, ids: (body: Body) => body.data.data },
}
const idsOf = (memes: { id: string }[]) => memes.map(({ id }) => id)

const site = await createGifSite()
const { app, member, otter } = site
afterAll(() => app.stop())

const build: GifSite['build'] = (...args) => site.build(...args)
const set: GifSite['set'] = (...args) => site.set(...args)
const ask: GifSite['ask'] = (...args) => site.ask(...args)
let lynxes: Promise<MemeRow[]> | undefined
/** Memes for lists with pages, built by the first test that needs them. */
const fiveLynxes = () => {
  lynxes ??= Promise.all([0, 1, 2, 3, 4].map((n) => build(`Paged lynx ${n}`)))
  return lynxes
}
const pathOf = (url: string) => {
  expect(url.startsWith(`${SITE}/`)).toBe(true)
  return url.slice(SITE.length)
}
const firstOf = async (q: string) => (await ask(`${TENOR}/search?q=${q}`)).body.results[0]

/** Loads a file of a response and compares it with its description in the response. */
async function expectTrue(file: { url: string; dims: number[]; size: number; duration: number }) {
  const { status, bytes, headers } = await ask(pathOf(file.url))
  expect(status, file.url).toBe(200)
  expect([bytes.length, Number(headers['content-length'])], file.url).toEqual([file.size, file.size])
  const { format, width, height, pageHeight, delay } = await sharp(bytes, { animated: true }).metadata()
  const loop = (delay ?? []).length > 1 ? (delay ?? []).reduce((sum, ms) => sum + ms, 0) / 1000 : 0
  expect([width, pageHeight ?? height], file.url).toEqual(file.dims)
  expect(loop, file.url).toBeCloseTo(file.duration, 1)
  expect(headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cache-control': expect.stringContaining('immutable'),
    'content-type': `image/${format}`,
  })
}

test('without the setting there is nothing, and on a site for members only nothing for strangers', async () => {
  const urls = [`${TENOR}/search?q=otter`, `/gif/media/${otter.id}/tinygif.gif`]
  const statuses = async () => Promise.all(urls.map(async (url) => (await ask(url)).status))
  expect(await statuses()).toEqual([404, 404])
  await set({ gifProvider: true, access: 'members' })
  await expect.poll(statuses).toEqual([401, 401])
  await set({ access: 'public' })
  await expect.poll(statuses).toEqual([200, 200])
})

describe('Tenor', () => {
  test('a result has the documented fields, and all files are as stated', async () => {
    const { headers, body } = await ask(`${TENOR}/search?q=otter&key=k&client_key=c&country=VN&locale=vi_VN&unknown=1`)
    expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=60' })
    const page = `${SITE}/meme/${otter.id}`
    expect(body).toEqual({
      next: '',
      results: [
        {
          id: otter.id,
          title: 'Otter on Monday #otters',
          content_description: 'An otter in bed',
          created: expect.closeTo(otter.created_at.getTime() / 1000, 3),
          hasaudio: false,
          tags: ['otters'],
          itemurl: page,
          url: page,
          bg_color: expect.stringMatching(/^#[0-9a-f]{6}$/),
          media_formats: expect.any(Object),
        },
      ],
    })
    const formats = body.results[0].media_formats
    expect(Object.keys(formats)).toEqual(['gif', 'mediumgif', 'tinygif', 'nanogif', 'webp', 'tinywebp', 'preview'])
    for (const file of Object.values(formats)) await expectTrue(file as Parameters<typeof expectTrue>[0])
    expect(formats.tinygif.dims).toEqual([220, 147])
  })

  test('animations stay animated, also if they lose frames', notRepeated, async () => {
    await build('Dancing heron', { bytes: await animatedGif() })
    await build('Long crane', { bytes: await longAnimation() })
    const [heron, crane] = [await firstOf('heron'), await firstOf('crane')]
    for (const { media_formats: formats } of [heron, crane])
      for (const file of Object.values(formats)) await expectTrue(file as Parameters<typeof expectTrue>[0])
    expect(heron.media_formats.gif.url).toContain('/media/')
    expect([heron.media_formats.preview.duration, crane.media_formats.tinygif.duration]).toEqual([0, 4])
    const gif = await ask(pathOf(crane.media_formats.tinygif.url))
    expect((await sharp(gif.bytes, { animated: true }).metadata()).pages).toBeLessThan(40)
  })

  test('pages continue to the end, and filters apply', notRepeated, async () => {
    await fiveLynxes()
    const ids: string[] = []
    for (let pos = '', pages = 0; pages === 0 || pos !== ''; pages += 1) {
      const { body } = await ask(`${TENOR}/search?q=lynx&limit=2&pos=${encodeURIComponent(pos)}&media_filter=tinygif`)
      for (const { id, media_formats } of body.results) {
        ids.push(id)
        expect(Object.keys(media_formats)).toEqual(['tinygif'])
      }
      pos = body.next
    }
    expect([ids.length, new Set(ids).size]).toEqual([5, 5])
    await build('Wide yak', { bytes: await randomPicture('wide', { width: 900, height: 200 }) })
    expect((await ask(`${TENOR}/search?q=yak&ar_range=standard&random=true`)).body.results).toEqual([])
  })

  test('trending, posts, categories and words', async () => {
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
      await app.app.inject({ url: `${TENOR}/registershare?id=${otter.id}&q=otter`, remoteAddress: address })
    const { like_count: _, copy_count } = await statsOf(otter.id)
    expect(copy_count).toBe(3)
    await refreshTrending(app.deps)
    expect(idsOf((await ask(`${TENOR}/featured`)).body.results)).toEqual([otter.id])
    expect(idsOf((await ask(`${TENOR}/posts?ids=${otter.id},${otter.id.replace(/^./, 'f')}`)).body.results)).toEqual([
      otter.id,
    ])
    const { tags } = (await ask(`${TENOR}/categories`)).body
    expect(tags).toEqual([
      {
        name: 'otters',
        searchterm: 'otters',
        path: `${SITE}${TENOR}/search?q=otters`,
        image: `${SITE}/gif/media/${otter.id}/tinygif.gif`,
      },
    ])
    expect((await ask(`${TENOR}/trending_terms`)).body.results).toEqual(['otters'])
    expect((await ask(`${TENOR}/autocomplete?q=ott`)).body.results).toContain('otters')
    expect((await ask(`${TENOR}/search_suggestions?q=ott`)).body.results).toContain('otters')
  })

  test('bad parameters are errors in its shape', async () => {
    for (const query of ['', 'q=', 'q=a&limit=51', 'q=a&limit=x', 'q=a&pos=x', 'q=a&ar_range=x', 'q=a&contentfilter=x'])
      expect(await ask(`${TENOR}/search?${query}`), query).toMatchObject({
        status: 400,
        headers: { 'access-control-allow-origin': '*', 'cache-control': 'no-store' },
        body: { error: { code: 400, status: 'INVALID_ARGUMENT', message: expect.any(String) } },
      })
    // Each format has its own maximum, which the usual message for a limit would contradict.
    expect((await ask(`${TENOR}/search?q=a&limit=51`)).body.error.message).toBe(fieldsEn.outOfRange)
    expect((await ask(`${TENOR}/featured?pos=24h:x`)).status).toBe(400)
    expect((await ask(`${TENOR}/featured?pos=1y:x`)).status).toBe(400)
    const vietnamese = await ask(`${TENOR}/search?q=`, { 'accept-language': 'vi' })
    expect(vietnamese.body.error.message).not.toBe((await ask(`${TENOR}/search?q=`)).body.error.message)
  })
})

test('Giphy: gifs with texts as values, by search, trending, categories, id and ids', async () => {
  const found = (await ask(`${GIPHY}/gifs/search?api_key=k&q=otter&rating=r`)).body
  expect(found.pagination).toEqual({ total_count: 1, count: 1, offset: 0 })
  expect(found.meta).toEqual({ status: 200, msg: 'OK', response_id: expect.any(String) })
  const [gif] = found.data
  expect(gif).toMatchObject({ id: otter.id, type: 'gif', rating: 'g', alt_text: 'An otter in bed' })
  expect(Object.keys(gif.images)).toEqual(
    expect.arrayContaining(['original', 'fixed_width', 'fixed_height', 'downsized', 'preview_gif']),
  )
  for (const { url, width, height, size, ...rest } of Object.values(gif.images) as Body[]) {
    expect([width, height, size, ...Object.values(rest)].every((value) => typeof value === 'string')).toBe(true)
    await expectTrue({ url, dims: [Number(width), Number(height)], size: Number(size), duration: 0 })
  }
  expect(gif.images.fixed_width.width).toBe('200')
  expect(gif.images.fixed_height_small.height).toBe('100')
  expect((await ask(`${GIPHY}/gifs/trending`)).body.data).toEqual(found.data)
  expect((await ask(`${GIPHY}/gifs/${otter.id}`)).body.data).toEqual(gif)
  expect((await ask(`${GIPHY}/gifs?ids=${otter.id}`)).body.data).toEqual([gif])
  expect((await ask(`${GIPHY}/gifs/categories`)).body.data).toMatchObject([{ name: 'otters', gif: { id: otter.id } }])
  expect((await ask(`${GIPHY}/gifs/search/tags?q=ott`)).body.data).toContainEqual({ name: 'otters' })
  expect((await ask(`${GIPHY}/trending/searches`)).body.data).toEqual(['otters'])
  const nothing = await ask(`${GIPHY}/gifs/${otter.id.replace(/^./, 'f')}`)
  expect([nothing.status, nothing.body.meta]).toMatchObject([404, { status: 404, response_id: expect.any(String) }])
  await fiveLynxes()
  const pages = await Promise.all(
    [0, 2, 4, 6, 600].map((at) => ask(`${GIPHY}/gifs/search?q=lynx&limit=2&offset=${at}`)),
  )
  expect(pages.map(({ body }) => body.pagination.count)).toEqual([2, 2, 1, 0, 0])
  expect(pages.map(({ body }) => body.pagination.total_count)).toEqual([4, 6, 5, 5, 5])
  expect(new Set(pages.flatMap(({ body }) => idsOf(body.data))).size).toBe(5)
})

test('Klipy: items with files by size, by search, trending, categories and ids; a share counts', async () => {
  const { result, data } = (await ask(`${KLIPY}/gifs/search?q=otter&content_filter=off`)).body
  expect([result, data.current_page, data.has_next]).toEqual([true, 1, false])
  const [item] = data.data
  expect(item).toMatchObject({ id: expect.any(Number), slug: otter.id, type: 'gif', title: 'Otter on Monday #otters' })
  for (const size of ['hd', 'md', 'sm', 'xs'])
    for (const { url, width, height, size: bytes } of Object.values(item.file[size]) as Body[])
      await expectTrue({ url, dims: [width, height], size: bytes, duration: 0 })
  expect((await ask(`${KLIPY}/gifs/trending`)).body.data.data).toEqual([item])
  expect((await ask(`${KLIPY}/gifs/items?slugs=${otter.id}`)).body.data.data).toEqual([item])
  expect((await ask(`${KLIPY}/gifs/categories`)).body.data.categories).toEqual([
    { category: 'otters', query: 'otters', preview_url: item.file.sm.gif.url },
  ])
  await fiveLynxes()
  const pages = await Promise.all([1, 3].map((page) => ask(`${KLIPY}/gifs/search?q=lynx&per_page=2&page=${page}`)))
  expect(pages.map(({ body }) => [body.data.data.length, body.data.has_next])).toEqual([
    [2, true],
    [1, false],
  ])
  expect((await ask(`${KLIPY}/gifs/search?q=a&page=0`)).body).toMatchObject({ result: false })
  const url = `${KLIPY}/gifs/share/${otter.id}`
  const preflight = await app.app.inject({ method: 'OPTIONS', url, headers: { origin: 'https://chat.example' } })
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-headers': '*',
    'access-control-allow-methods': expect.stringContaining('POST'),
  })
  const shared = await app.app.inject({ method: 'POST', url, payload: { q: 'otter' }, remoteAddress: '192.0.2.9' })
  expect([shared.statusCode, (await statsOf(otter.id)).copy_count]).toEqual([200, 4])
})

test('sensitive, removed, hidden and deleted memes are in no list, and their GIFs are gone', async () => {
  const memes = await Promise.all(
    ['marked', 'removed', 'deleted', 'waiting'].map((how) => build(`Ibex that is ${how}`)),
  )
  const [marked, removed, deleted, waiting] = memes as [MemeRow, MemeRow, MemeRow, MemeRow]
  const gifOf = (meme: MemeRow) => `/gif/media/${meme.id}/nanogif.gif`
  for (const meme of memes) expect((await ask(gifOf(meme))).status).toBe(200)
  const files = await app.db.selectFrom('gif_renditions').select('key').where('meme_id', 'in', idsOf(memes)).execute()
  expect(files).toHaveLength(4)

  await app.call('PATCH', `/meme/${marked.id}`, { token: member.token, body: { sensitive: true } })
  await removeMeme(app.deps, null, removed.id, 'Spam')
  expect((await app.call('DELETE', `/meme/${deleted.id}`, { token: member.token })).status).toBe(200)
  await changeMemes(app.db, waiting.id, { status: 'review' })

  for (const { url, ids } of Object.values(QUERIES)) expect(ids((await ask(url('ibex'))).body)).toEqual([])
  expect((await ask(`${TENOR}/posts?ids=${idsOf(memes)}`)).body.results).toEqual([])
  for (const meme of memes) await expect.poll(async () => (await ask(gifOf(meme))).status).toBeGreaterThanOrEqual(404)
  for (const { key } of files) expect((await ask(`/media/${key}`)).status).toBe(404)
  await sweepBlobs(app.deps)
  for (const { key } of files) expect(await app.deps.blobs.stat(key)).toBeNull()
  const { counted, real } = await storedTotals(app.db)
  expect(counted).toEqual(real)
})

const statsOf = (id: string) =>
  app.db.selectFrom('meme_stats').selectAll().where('meme_id', '=', id).executeTakeFirstOrThrow()

/** 40 frames of a tenth of a second. */
async function longAnimation(): Promise<Buffer> {
  const frames = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      sharp({
        create: { width: 300, height: 200, channels: 3, background: { r: n * 6, g: 255 - n * 6, b: (n * 37) % 256 } },
      })
        .png()
        .toBuffer(),
    ),
  )
  return sharp(frames, { join: { animated: true } })
    .gif({ delay: Array(40).fill(100), loop: 0 })
    .toBuffer()
}
