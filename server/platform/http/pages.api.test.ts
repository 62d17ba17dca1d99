import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { callAddress } from '#contract/call-address.ts'
import { FEED_PAGE_SIZE } from '#contract/limits.ts'
import { PAGES } from '#contract/pages.ts'
import { ServiceDownError } from '#server/platform/unavailable.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { buildMember, buildMeme, changeMemes } from '#test/factories.ts'
import { appForFile, folderForFile } from '#test/for-file.ts'
import { UNKNOWN_ID } from '#test/unknown-id.ts'

const PAGE = '<div id="root">'
const ODD_NAMES = ['@@cursor@@', '<!--first-view-->', "$& $` $'", '</script><b>', 'line\u2028end']

const memes: Record<string, string> = {}

const folder = await folderForFile()
await writeFile(
  path.join(folder.path, 'index.html'),
  `<html lang="en"><head><!--first-view--></head><body>${PAGE}</div></body>`,
)
const app = await appForFile({ contactEmail: 'help@memeroom.test' }, { webRoot: folder.path })
const { user, token } = await buildMember(app)
const username = user.username
for (const state of ['shown', 'removed', 'deleted']) memes[state] = (await buildMeme(app, { user })).id
// A template and an album use the id of their meme, because every `:id` below is filled with that one.
const id = memes.shown ?? ''
await app.db.insertInto('templates').values({ id }).execute()
const album = { id, user_id: user.id, name: 'Album', visibility: 'public', position: 0 } as const
await app.db.insertInto('albums').values(album).execute()
await app.db.insertInto('meme_templates').values({ meme_id: id, template_id: id, visual_version: 1 }).execute()
for (const name of ODD_NAMES) await buildMeme(app, { name, description: '#odd' })
await changeMemes(app.db, memes.removed ?? '', { status: 'removed' })
await app.call('DELETE', `/meme/${memes.deleted}`, { token })

async function get(url: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') {
  const { statusCode, headers, body } = await app.app.inject({ method, url })
  return { status: statusCode, headers, body, isPage: body.includes(PAGE) }
}
const filled = (pattern: string) =>
  pattern
    .replace(':username', username)
    .replace(':uploadId', UNKNOWN_ID)
    .replace(':id', memes.shown ?? '')
    .replace(':tag', 'odd')
/** A response without its fresh cursor. Two visits may rank the same memes of a feed differently. */
function comparable(body: object): object {
  const { data, ...rest } = body as { data?: { recommendations?: { _id: string }[] } }
  const memes = data?.recommendations?.map((meme) => ({ ...meme, reason: '' }))
  const sorted = memes?.toSorted((a, b) => a._id.localeCompare(b._id))
  return { ...rest, nextCursor: null, data: sorted ?? data }
}

const embedded = (body: string) => JSON.parse(/id="first-view">(.*?)<\/script>/s.exec(body)?.[1] ?? 'null')

describe('an application page', () => {
  test.each(Object.values(PAGES))(
    '%s returns 200 with and without a trailing slash, for GET and HEAD',
    async (pattern) => {
      const url = filled(pattern)
      const { status, headers, isPage } = await get(url)
      expect([status, isPage]).toEqual([200, true])
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(headers['cache-control']).toBe('no-cache')
      expect((await get(url, 'HEAD')).status).toBe(200)
      if (url !== '/') {
        const { status, headers } = await get(`${url}/?x=1&y`)
        expect([status, headers.location]).toEqual([308, `${url}?x=1&y`])
      }
      const refused = await get(url, 'POST')
      expect([refused.status, refused.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS'])
    },
  )

  test.each(Object.values(PAGES).map((pattern) => filled(pattern).replace(/[^/]*$/, '')))(
    'below %s, addresses that cannot be read show browsers the page for unknown addresses, and programs an error',
    async (folder) => {
      for (const end of ['%E1%BB', '%zz', `a%ff.png`, 'x'.repeat(2000)]) {
        const url = folder + end
        for (const method of ['GET', 'HEAD'] as const) {
          const { statusCode, headers } = await app.app.inject({ method, url, headers: { accept: 'text/html,*/*' } })
          expect([url, statusCode, headers['content-type']]).toEqual([url, 404, 'text/html; charset=utf-8'])
        }
        const { status, headers } = await get(url)
        expect([400, 404]).toContain(status)
        if (status === 400) expect(headers['content-type']).toBe('application/json; charset=utf-8')
      }
    },
  )

  test('the home page embeds the feed, for any meme names', async () => {
    const asked = await app.call('GET', `/recommendation-feed?limit=${FEED_PAGE_SIZE}`)
    const { page } = embedded((await get('/')).body)
    // The two visits may rank the same memes differently.
    const byId = (memes: { _id: string }[]) => new Map(memes.map((meme) => [meme._id, { ...meme, reason: '' }]))
    expect(byId(page.data.recommendations)).toEqual(byId(asked.body.data.recommendations))
    const shown = page.data.recommendations.map((meme: { name: string }) => meme.name)
    expect(shown).toEqual(expect.arrayContaining(ODD_NAMES))
    for (const url of ['/?search=x', '/trending', '/nothing']) expect(embedded((await get(url)).body).page).toBeNull()
  })

  test.each([
    ['/?search=line%20OR%20b', () => '/vector-search/text?q=line%20OR%20b&limit=50'],
    ['/?search=%20line&sort=newest&user=@nobody', () => '/vector-search/text?q=line&sort=newest&user=nobody&limit=50'],
    ['/trending', () => '/trending-memes?period=24h&limit=15'],
    ['/trending?time=1w', () => '/trending-memes?period=7d&limit=15'],
    ['/trending-users?time=1m', () => '/users/trending?timeFrame=1m&page=1&limit=15'],
  ])('%s embeds the API’s answer for a visitor, to members too and in both languages', async (url, call) => {
    const { body } = await app.call('GET', call())
    const [path = '', query] = call().split('?')
    const address = callAddress(path, Object.fromEntries(new URLSearchParams(query)))
    const { token } = await buildMember(app)
    for (const headers of [{}, { authorization: `Bearer ${token}` }, { 'accept-language': 'vi' }]) {
      const page = (await app.app.inject({ url, headers })).body
      const { answers } = embedded(page)
      expect(answers.map((answer: { address: string }) => answer.address)).toEqual([address])
      // Each response has a fresh cursor.
      expect({ ...answers[0].body, nextCursor: null }).toEqual({ ...body, nextCursor: null })
      for (const state of ['removed', 'deleted']) expect(page).not.toContain(memes[state])
      expect(page.split('</script><b>')).toHaveLength(1)
    }
  })

  test.each([
    [PAGES.user, ['GET /users/{id}', 'GET /meme/user/{id}', 'GET /users/{id}/albums']],
    [PAGES.tag, ['GET /tags/{tag}', 'GET /recommendation-feed']],
    [PAGES.template, ['GET /template/{id}', 'GET /template/{id}/memes']],
    [`${PAGES.template}?sort=newest`, ['GET /template/{id}', 'GET /template/{id}/memes']],
    [PAGES.templates, ['GET /templates']],
    [`${PAGES.templates}?sort=week&q=line`, ['GET /templates']],
    [PAGES.create, ['GET /templates']],
    [PAGES.login, ['GET /config']],
    [PAGES.register, ['GET /config']],
    [PAGES.about, ['GET /config']],
  ])('%s embeds what the API answers to a visitor, to members too', async (pattern, calls) => {
    // A template and an album that only their owner sees.
    const hidden = {
      id: UNKNOWN_ID,
      user_id: user.id,
      name: 'Hidden album',
      visibility: 'private',
      position: 1,
    } as const
    await app.db
      .insertInto('albums')
      .values(hidden)
      .onConflict((same) => same.doNothing())
      .execute()
    for (const headers of [{}, { authorization: `Bearer ${token}` }]) {
      const { body } = await app.app.inject({ url: filled(pattern), headers })
      const answers: { call: string; address: string; body: object }[] = embedded(body).answers
      expect(answers.map(({ call }) => call)).toEqual(calls)
      for (const answer of answers) {
        const asked = await app.call('GET', answer.address.replace('/api', ''))
        expect(comparable(answer.body), answer.address).toEqual(comparable(asked.body))
      }
      expect(body).not.toContain('Hidden album')
      for (const state of ['removed', 'deleted']) expect(body).not.toContain(memes[state])
      expect(body.split('</script><b>')).toHaveLength(1)
    }
  })

  test.each([
    '/',
    '/?search=',
    '/?search=%00',
    `/?view=${UNKNOWN_ID}`,
    '/trending?view=none',
    '/nothing',
    `/create?meme=${UNKNOWN_ID}`,
    '/tag/unknown',
  ])('%s embeds no answer', async (url) => {
    expect(embedded((await get(url)).body).answers).toEqual([])
  })

  test.each([
    [200, () => `/?view=${memes.shown}`],
    [200, () => `/?view=${memes.shown?.toUpperCase()}`],
    [200, () => `/?view=%20${memes.shown}&view=${UNKNOWN_ID}`],
    [200, () => '/?view='],
    [404, () => `/?view=${UNKNOWN_ID}`],
    [404, () => '/?view=nonsense'],
    [404, () => '/?view=%00'],
    [404, () => `/?view=${memes.deleted}`],
    [410, () => `/?view=${memes.removed}`],
    [410, () => `/?search=cat&view=${memes.removed}`],
    [410, () => `http://memeroom.test/?view=${memes.removed}`],
    [404, () => `/trending?view=${UNKNOWN_ID}`],
    [404, () => `/user/${username}?view=${UNKNOWN_ID}`],
    [200, () => `/login?view=${UNKNOWN_ID}`],
    [200, () => `/user/${username.toUpperCase()}`],
    [404, () => '/user/nobody-by-this-name'],
    [404, () => '/user/a%2Fb'],
    [404, () => '/user/%00'],
    [404, () => '/user/nobody.png'],
    [200, () => `/meme/${memes.shown?.toUpperCase()}`],
    [404, () => `/meme/${UNKNOWN_ID}`],
    [404, () => '/meme/nonsense'],
    [404, () => `/meme/${memes.deleted}`],
    [410, () => `/meme/${memes.removed}`],
    [200, () => '/tag/ODD'],
    [404, () => '/tag/nobody_uses_this'],
    [404, () => '/tag/a%2Fb'],
    [404, () => '/tag/%00'],
    [404, () => `/tag/odd?view=${UNKNOWN_ID}`],
  ])('returns %i for existing and missing content', async (expected, url) => {
    const { status, isPage, headers } = await get(url())
    expect([status, isPage, headers['cache-control']], url()).toEqual([expected, true, 'no-cache'])
    expect((await get(url(), 'HEAD')).status).toBe(expected)
  })

  test.each(['/nothing', '/Login', '/user', '/user/', '/user/a/b', '/meme', '//login', '/login/x', '/%6Eothing'])(
    'that is unknown, %s, returns 404 with the application',
    async (url) => {
      const { status, isPage } = await get(url)
      expect([status, isPage]).toEqual([404, true])
    },
  )
})

test('only pages that query the database are rate limited', async () => {
  const limited = await createTestApp({ rateLimits: true }, { webRoot: folder.path })
  const ask = async (url: string) => (await limited.app.inject({ url })).statusCode
  const found = new Set<number>()
  for (let sent = 0; sent < 600; sent += 1) found.add(await ask(`/user/nobody${sent}`))
  expect(found).toEqual(new Set([404]))
  const busy = await limited.app.inject({ url: `/?view=${UNKNOWN_ID}` })
  expect([busy.statusCode, busy.body.includes(PAGE)]).toEqual([429, true])
  expect(Number(busy.headers['retry-after'])).toBeGreaterThan(0)
  expect(await ask('/')).toBe(200)
  expect(await ask('/login')).toBe(200)
  await limited.stop()
})

test('a page with content returns 503 with Retry-After and the application during a database outage', async () => {
  const { reads } = app.deps
  const isAway = () => Promise.reject(new ServiceDownError('the database is away'))
  Object.assign(app.deps, { reads: { ...reads, hasReplica: true, read: isAway } })
  try {
    const { status, headers, isPage } = await get(`/meme/${memes.shown}`)
    expect([status, headers['retry-after'], isPage]).toEqual([503, '5', true])
    expect((await get('/')).status).toBe(200)
  } finally {
    Object.assign(app.deps, { reads })
  }
  expect((await get(`/meme/${memes.shown}`)).status).toBe(200)
})

test('every page has the site’s name, description, colors and languages', async () => {
  const { token } = await buildMember(app, { role: 'admin' })
  const body = { siteName: 'A <b> & "c"', siteDescription: 'Cats only', accentColor: '#1748c9', languages: ['vi'] }
  const saved = await app.call('PUT', '/admin/settings', { token, body })
  expect(saved.status).toBe(200)
  await expect.poll(async () => (await get('/')).body).toContain('content="Cats only"')
  const home = (await get('/?lng=en')).body
  expect(home).toContain('<title>A &lt;b&gt; &amp; &quot;c&quot;</title>')
  expect(home).toContain('<html lang="vi">')
  expect(home).toContain('<link rel="stylesheet" href="/site-accent/1748c9.css" />')
  expect(home).not.toMatch(/<style|style="/)
  const accent = await get('/site-accent/1748c9.css')
  expect([accent.status, accent.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
  expect(accent.body).toMatch(/^:root:root\{--accent:#1748c9;/)
  expect(String(accent.headers['content-security-policy'])).toContain("style-src 'self';")
  expect((await get('/site-accent/1748c9%7Dbody%7B.css')).status).toBe(404)
  expect(embedded(home).site).toEqual({
    name: body.siteName,
    languages: ['vi'],
    logo: null,
    hasRules: false,
    providerNames: [],
    providersOnly: false,
    membersOnly: false,
    registration: 'open',
  })
  const [, graph = ''] = /ld\+json">(.*?)<\/script>/.exec(home) ?? []
  expect(JSON.parse(graph)).toMatchObject({ name: body.siteName })
  const manifest = await get('/manifest.webmanifest')
  expect(JSON.parse(manifest.body)).toMatchObject({ name: body.siteName, description: 'Cats only' })
  expect((await get('/rules')).body).toContain('&amp; &quot;c&quot;</title>')
})

test('pages require Trusted Types, except the API reference and sites with a provider that writes into pages', async () => {
  const policyOf = async (of: TestApp, url: string) =>
    String((await of.app.inject({ url })).headers['content-security-policy']).split(';')
  const required = ["require-trusted-types-for 'script'", 'trusted-types memeroom memeroom-start default']
  for (const url of ['/', '/login', `/user/${username}`, '/nowhere', '/robots.txt'])
    expect([url, await policyOf(app, url)]).toEqual([url, expect.arrayContaining(required)])
  const reference = await policyOf(app, '/api/docs')
  expect(reference.filter((directive) => directive.includes('trusted-types'))).toEqual([])
  expect(reference).toContain("object-src 'none'")
  const withGoogle = await createTestApp({ googleClientId: 'client' }, { webRoot: folder.path })
  expect(await policyOf(withGoogle, '/')).toEqual(expect.arrayContaining(required))
  await withGoogle.stop()
  const withFacebook = await createTestApp({ facebookAppId: '42' }, { webRoot: folder.path })
  const policy = await policyOf(withFacebook, '/')
  expect(policy.filter((directive) => directive.includes('trusted-types'))).toEqual([])
  await withFacebook.stop()
})
