import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { parseAtomFeed, parseJsonFeed } from 'feedsmith'
import { describe, expect, test } from 'vitest'
import { PRIVATE_PAGES } from '#contract/pages.ts'
import sharingEn from '#server/locales/en/sharing.json' with { type: 'json' }
import sharingVi from '#server/locales/vi/sharing.json' with { type: 'json' }
import { buildMember, buildMeme, changeMemes } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { randomPicture } from '#test/random-picture.ts'
import { UNKNOWN_ID } from '#test/unknown-id.ts'

const SITE = 'http://memeroom.test'
const HOSTILE = `]]></title><script>'"&\u0001\ufffe`

const app = await appForFile()
const { user } = await buildMember(app, { username: 'lan.anh', displayName: 'Lan & Anh' })
const username = user.username
const memeId = (
  await buildMeme(app, {
    user,
    name: `Tết ${HOSTILE}`,
    description: 'Năm mới #tết',
    bytes: await randomPicture('wide', { width: 800, height: 400 }),
  })
).id
const removedId = (await buildMeme(app, { user, name: 'gone', description: '#tết' })).id
await changeMemes(app.db, removedId, { status: 'removed' })

const get = async (url: string, headers: Record<string, string> = {}) => app.app.inject({ url, headers })

/** Parses XML with a third-party parser; fails if it is not well-formed. */
function readXml(xml: string) {
  expect(XMLValidator.validate(xml)).toBe(true)
  return new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@', processEntities: true }).parse(xml)
}

describe('oEmbed', () => {
  const ask = (url: string, more = '') => get(`/oembed?url=${encodeURIComponent(url)}${more}`)

  test.each([() => `${SITE}/meme/${memeId}`, () => `${SITE}/meme/${memeId}/?lng=vi`, () => `${SITE}/?view=${memeId}`])(
    'returns the picture of a meme for each of its addresses',
    async (address) => {
      const response = await ask(address())
      expect(response.headers['access-control-allow-origin']).toBe('*')
      const answer = response.json()
      expect(answer).toMatchObject({
        version: '1.0',
        type: 'photo',
        provider_name: 'Memeroom',
        author_name: 'Lan & Anh',
        author_url: `${SITE}/user/lan.anh`,
        width: 800,
        height: 400,
      })
      expect(answer.html).toContain(`src="${SITE}/embed/${memeId}"`)
      expect((await get(answer.url.replace(SITE, ''))).headers['content-type']).toBe('image/jpeg')
    },
  )

  test('respects the requested size', async () => {
    const answer = (await ask(`${SITE}/meme/${memeId}`, '&maxwidth=300&maxheight=100')).json()
    expect([answer.width, answer.height]).toEqual([200, 100])
  })

  test('returns the same as XML', async () => {
    const response = await ask(`${SITE}/meme/${memeId}`, '&format=xml')
    expect(response.headers['content-type']).toBe('text/xml; charset=utf-8')
    const { oembed } = readXml(response.body)
    expect(oembed).toMatchObject({ type: 'photo', width: 800, author_name: 'Lan & Anh' })
  })

  test.each([
    [404, () => `${SITE}/meme/${UNKNOWN_ID}`, ''],
    [410, () => `${SITE}/meme/${removedId}`, ''],
    [404, () => `${SITE}/trending`, ''],
    [404, () => `http://elsewhere.test/meme/${memeId}`, ''],
    [404, () => 'nonsense', ''],
    [400, () => '', ''],
    [400, () => `${SITE}/meme/${memeId}`, '&maxwidth=-1'],
    [501, () => `${SITE}/meme/${memeId}`, '&format=yaml'],
  ])('returns %i for an unsupported request', async (status, url, more) => {
    const { statusCode, headers } = await ask(url(), more)
    expect([statusCode, headers['cache-control']]).toEqual([status, 'no-store'])
  })
})

describe('an embed', () => {
  test('has no script, may be framed anywhere, and links to the meme', async () => {
    const { body, headers, statusCode } = await get(`/embed/${memeId}`)
    expect(statusCode).toBe(200)
    expect(headers['content-security-policy']).toContain('frame-ancestors *')
    expect(headers['content-security-policy']).not.toContain('script-src')
    expect(headers['x-frame-options']).toBeUndefined()
    expect(body).not.toContain('<script')
    expect(body).toContain(`href="${SITE}/meme/${memeId}"`)
    expect(body).toMatch(/<img src="\/media\//)
  })

  test('shows in both languages that its meme is gone, in the frame of the other site', async () => {
    for (const [id, status, en, vi] of [
      [removedId, 410, sharingEn.gone, sharingVi.gone],
      [UNKNOWN_ID, 404, sharingEn.missing, sharingVi.missing],
      ['%00', 404, sharingEn.missing, sharingVi.missing],
    ] as const)
      for (const [language, text] of [
        ['en', en],
        ['vi', vi],
      ] as const) {
        const headers = { 'accept-language': language, accept: 'text/html' }
        const shown = await app.app.inject({ url: `/embed/${id}`, headers })
        expect([id, shown.statusCode, shown.headers['x-frame-options']]).toEqual([id, status, undefined])
        expect(shown.headers['content-security-policy']).toContain('frame-ancestors *')
        expect(shown.body).toContain(`<p class="hidden">${text}</p>`)
      }
  })
})

describe('feeds', () => {
  test.each([() => `/feeds/user/${username}`, () => '/feeds/tag/T%E1%BA%BET', () => '/feeds/search?q=t%E1%BA%BFt'])(
    'hold publicly visible memes, in both formats',
    async (address) => {
      const [path, query] = address().split('?')
      const file = (extension: string) => `${path}.${extension}${query ? `?${query}` : ''}`
      const atom = await get(file('atom'))
      expect(atom.headers['content-type']).toBe('application/atom+xml; charset=utf-8')
      readXml(atom.body)
      const feed = parseAtomFeed(atom.body)
      expect(feed.links?.find(({ rel }) => rel === 'self')?.href).toMatch(/^http:\/\/memeroom\.test\/feeds\//)
      expect(feed.entries).toHaveLength(1)
      expect(feed.entries?.[0]).toMatchObject({ id: `urn:uuid:${memeId}`, categories: [{ term: 'tết' }] })
      const json = await get(file('json'))
      expect(json.headers['content-type']).toBe('application/feed+json; charset=utf-8')
      const items = parseJsonFeed(json.body).items
      expect(items).toMatchObject([{ id: `urn:uuid:${memeId}`, url: `${SITE}/meme/${memeId}`, tags: ['tết'] }])
      expect((await get(file('json'), { 'if-none-match': String(json.headers.etag) })).statusCode).toBe(304)
    },
  )

  test('of trending memes exist before anything trends', async () => {
    const { entries = [], title } = parseAtomFeed((await get('/feeds/trending.atom')).body)
    expect([title, entries.length]).toEqual([expect.anything(), 0])
    expect(parseJsonFeed((await get('/feeds/trending.json')).body).title).toBe('Trending memes · Memeroom')
  })

  test.each([
    [404, '/feeds/user/nobody.atom'],
    [404, '/feeds/user/lan.anh.rss'],
    [404, '/feeds/tag/unused.json'],
    [404, '/feeds/other.atom'],
    [400, '/feeds/search.atom'],
  ])('return %i for %s', async (status, url) => {
    expect((await get(url)).statusCode).toBe(status)
  })
})

describe('sitemaps', () => {
  test('list every public page once, with its last change', async () => {
    const index = readXml((await get('/sitemap.xml')).body).sitemapindex.sitemap as { loc: string }[]
    const entries: { loc: string; lastmod?: string }[] = []
    for (const { loc } of index) {
      const { url = [] } = readXml((await get(loc.replace(SITE, ''))).body).urlset
      entries.push(...[url].flat())
    }
    const row = await app.db.selectFrom('memes').select('updated_at').where('id', '=', memeId).executeTakeFirstOrThrow()
    expect(entries).toContainEqual(
      expect.objectContaining({ loc: `${SITE}/meme/${memeId}`, lastmod: row.updated_at.toISOString() }),
    )
    const addresses = entries.map(({ loc }) => loc)
    expect(new Set(addresses).size).toBe(addresses.length)
    expect(addresses).toEqual(
      expect.arrayContaining([`${SITE}/`, `${SITE}/user/lan.anh`, `${SITE}/tag/${encodeURIComponent('tết')}`]),
    )
    for (const path of [`/meme/${removedId}`, ...PRIVATE_PAGES]) expect(addresses).not.toContain(`${SITE}${path}`)
  })

  test('a page that does not exist is a 404', async () => {
    expect((await get('/sitemap/memes/1.xml')).statusCode).toBe(404)
    expect((await get(`/sitemap/memes/${UNKNOWN_ID}`)).statusCode).toBe(404)
  })

  test('robots.txt links to the index', async () => {
    expect((await get('/robots.txt')).body).toContain(`\nSitemap: ${SITE}/sitemap.xml\n`)
  })
})

test('opensearch.xml describes the search', async () => {
  const { body, headers } = await get('/opensearch.xml')
  expect(headers['content-type']).toBe('application/opensearchdescription+xml; charset=utf-8')
  const description = readXml(body).OpenSearchDescription
  expect(description.ShortName.length).toBeLessThanOrEqual(16)
  expect(description.Url[0]['@template']).toBe(`${SITE}/?search={searchTerms}`)
})
