import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SESSION_COOKIE } from '#contract/auth/session-cookie.ts'
import type { CallShape } from '#contract/call.ts'
import { type CallKey, calls } from '#contract/calls.ts'
import { PAGES } from '#contract/pages.ts'
import { STRANGERS_PAGES } from '#contract/strangers-pages.ts'
import { type BuiltMember, buildMember, changeUsers } from '#test/factories.ts'
import { appForFile, folderForFile } from '#test/for-file.ts'
import { WEB_PAGE } from '#test/head.ts'
import { CALLS } from '#test/visibility/call-surfaces.ts'
import { findMarks, seenBy } from '#test/visibility/marks.ts'
import { OPEN_CALLS, OPEN_ROUTES } from '#test/visibility/open-to-strangers.ts'
import { otherRoutes } from '#test/visibility/other-routes.ts'
import { BOTS, OTHERS } from '#test/visibility/other-surfaces.ts'
import { PAGE_SURFACES, ROUTES, surfacesOf } from '#test/visibility/page-surfaces.ts'
import { buildWorld, type World } from '#test/visibility/world.ts'

/** A site for members only: a stranger requests everything, in every spelling, and gets nothing of the one meme. */
const folder = await folderForFile()
await writeFile(path.join(folder.path, 'index.html'), WEB_PAGE)
await writeFile(path.join(folder.path, 'sw.js'), '// worker')
const app = await appForFile(BOTS, { webRoot: folder.path })
await app.app.listen({ port: 0, host: '127.0.0.1' })
const world = await buildWorld(app)
const admin = await buildMember(app, { role: 'admin' })

type Headers = Record<string, string>

const setAccess = async (access: 'public' | 'members') => {
  const { status } = await app.call('PUT', '/admin/settings', { token: admin.token, body: { access } })
  expect(status).toBe(200)
}

const ask = (url: string, headers: Headers = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  app.app.inject({ method, url, headers })

const cookieOf = ({ token }: BuiltMember): Headers => ({ cookie: `i18next=en; ${SESSION_COOKIE}=${token}` })
const bearerOf = ({ token }: BuiltMember): Headers => ({ authorization: `Bearer ${token}` })

/** Addresses that show the meme, one for each kind of route. */
const places = ({ meme, templateId, creator, albums }: World): string[] => [
  '/',
  `/meme/${meme.id}`,
  `/?view=${meme.id}`,
  `/login?view=${meme.id}&search=sharedword`,
  `/album/${albums.others}`,
  `/api/meme/${meme.id}`,
  `/api/users/${creator.user.username}`,
  '/api/recommendation-feed',
  `/api/albums/${albums.others}/memes`,
  `/api/template/${templateId}/picture`,
  `/media/${meme.blob_medium}`,
  `/meme/${meme.id}/share.jpg`,
  `/embed/${meme.id}`,
  '/feeds/trending.atom',
  `/feeds/user/${creator.user.username}.json`,
  '/sitemap/tags.xml',
  '/sitemap.xml',
  `/oembed?url=http%3A%2F%2Fmemeroom.test%2Fmeme%2F${meme.id}`,
]

/** A sign-in page, or a refusal without content. */
function expectNothing(name: string, answer: Awaited<ReturnType<typeof ask>>): void {
  const { statusCode, headers, body } = answer
  const isPage = String(headers['content-type']).startsWith('text/html')
  expect([name, [401, 403, 404, 405, ...(isPage ? [200] : []), 308, 400].includes(statusCode)]).toEqual([name, true])
  expect([name, seenBy(findMarks(world.meme, body))]).toEqual([name, 'hidden'])
  for (const one of [world.creator, world.reader])
    expect([name, body.includes(one.user.username)]).toEqual([name, false])
  const isHead = answer.raw.req.method === 'HEAD'
  if (isHead) expect([name, body]).toEqual([name, ''])
  if (!isPage || statusCode !== 200) return
  expect([name, headers['cache-control'], headers['x-robots-tag']]).toEqual([name, 'no-store', 'noindex'])
  if (isHead) return
  const { page, tags, meme, answers } = JSON.parse(/id="first-view">(.*?)<\/script>/s.exec(body)?.[1] ?? '')
  expect([page, tags, meme]).toEqual([null, null, null])
  // The configuration, which strangers may read.
  for (const { call } of answers) expect(call).toBe('GET /config')
  expect(body).toContain('"membersOnly":true')
  expect(body).toMatch(/<meta name="robots" content="noindex/)
}

describe('on a site for members only', { timeout: 120_000 }, () => {
  beforeAll(() => setAccess('members'))
  afterAll(() => setAccess('public'))

  test('strangers can make only the listed calls', async () => {
    const open = Object.entries(calls).filter(([, call]) => (call as CallShape).strangers === 'always')
    expect(open.map(([key]) => key).toSorted()).toEqual(OPEN_CALLS)
    const found: [string, string][] = []
    for (const [key, call] of Object.entries(calls) as [CallKey, CallShape][]) {
      const url = call.path.replace(/\{\w+\}/g, world.meme.id)
      if (!app.app.hasRoute({ method: call.method, url: `/api${call.path.replace(/\{(\w+)\}/g, ':$1')}` })) continue
      const { status, body } = await app.call(call.method, url)
      found.push([key, status === 401 && body.code === 'auth.required' ? 'closed' : 'open'])
    }
    expect(found).toEqual(found.map(([key]) => [key, OPEN_CALLS.includes(key) ? 'open' : 'closed']))
  })

  test('strangers get nothing from any other route that is not listed', async () => {
    const found: [string, string][] = []
    for (const route of otherRoutes(app.app)) {
      const url = route
        .replace(':key', world.meme.blob_medium)
        .replace(':id', world.meme.id)
        .replace(':file', 'trending.atom')
      const method = /^\/bots\/|\/share\/:id$|^\/share-target$/.test(route) ? 'POST' : 'GET'
      const { statusCode } = await ask(url, {}, method)
      found.push([route, statusCode === 401 ? 'closed' : 'open'])
    }
    expect(found).toEqual(found.map(([route]) => [route, OPEN_ROUTES.includes(route) ? 'open' : 'closed']))
  })

  test('strangers get the sign-in page at every address, without the title, preview or data of the page', async () => {
    for (const pattern of Object.values(PAGES)) {
      const url = pattern
        .replace(':username', world.creator.user.username)
        .replace(':tag', 'zantag')
        .replace(/:\w+/, world.meme.id)
      const answer = await ask(`${url}?view=${world.meme.id}&search=sharedword`)
      expect([pattern, answer.statusCode]).toEqual([pattern, 200])
      expectNothing(pattern, answer)
    }
    for (const pattern of STRANGERS_PAGES) expect(Object.values(PAGES) as string[]).toContain(pattern)
  })

  test('no route of the visibility tests shows strangers the meme', async () => {
    const surfaces = [...surfacesOf(CALLS), ...surfacesOf(PAGE_SURFACES), ...surfacesOf(ROUTES), ...surfacesOf(OTHERS)]
    const requested = surfaces.filter(
      ([name]) =>
        !['pushes and mails', 'webhooks', 'the export', '/shared/:token'].includes(name.replace(/ \(\d+\)$/, '')),
    )
    for (const [name, surface] of requested)
      expect([name, seenBy(findMarks(world.meme, await surface.ask(world, undefined)))]).toEqual([name, 'hidden'])
  })

  test('no other method, spelling, range or old entity tag opens a route', async () => {
    await setAccess('public')
    const tags = new Map<string, string>()
    for (const url of places(world)) tags.set(url, String((await ask(url)).headers.etag ?? '"none"'))
    await setAccess('members')
    for (const url of places(world)) {
      const [before = '', query = ''] = url.split(/(?=\?)/)
      const spellings = [
        url,
        `/${url}`,
        `${before}/${query}`,
        `${before}//${query}`,
        before.replace(/\/(?=[^/]+$)/, '%2f') + query,
        before.replace(/^\/(.)/, (_, first: string) => `/%${first.charCodeAt(0).toString(16)}`) + query,
        before.toUpperCase() + query,
        `/.${url}`,
        `/login/..${url}`,
        `http://memeroom.test${url}`,
      ]
      for (const spelling of spellings) expectNothing(spelling, await ask(spelling))
      for (const method of ['HEAD', 'POST'] as const) expectNothing(`${method} ${url}`, await ask(url, {}, method))
      for (const headers of [
        { range: 'bytes=0-20' },
        { 'if-none-match': tags.get(url) ?? '' },
        { 'if-none-match': '*' },
        { cookie: `${SESSION_COOKIE}=${'A'.repeat(43)}` },
        { cookie: `${SESSION_COOKIE}=` },
      ] as Headers[])
        expectNothing(`${url} with ${JSON.stringify(headers)}`, await ask(url, headers))
      const forged = await ask(url, { authorization: `Bearer ${'A'.repeat(43)}` })
      expectNothing(`${url} with a forged token`, forged)
    }
  })

  test('members open everything with their session, and shared caches store no responses', async () => {
    for (const url of places(world)) {
      const headers = url.startsWith('/api/') ? bearerOf(world.reader) : cookieOf(world.reader)
      const answer = await ask(url, headers)
      expect([url, answer.statusCode]).toEqual([url, 200])
      expect([url, answer.headers['cache-control']]).toEqual([url, expect.stringMatching(/private|no-store/)])
      expect([url, answer.headers['cache-control']]).toEqual([url, expect.not.stringMatching(/public|s-maxage/)])
      expect([url, answer.headers.vary]).toEqual([
        url,
        expect.stringMatching(/authorization.*cookie|cookie.*authorization/),
      ])
    }
    const picture = await ask(`/media/${world.meme.blob_medium}`, cookieOf(world.reader))
    expect(picture.headers['cache-control']).toBe('private, max-age=31536000, immutable')
    const tag = { 'if-none-match': String(picture.headers.etag) }
    expect((await ask(`/media/${world.meme.blob_medium}`, { ...cookieOf(world.reader), ...tag })).statusCode).toBe(304)
    expect((await ask(`/meme/${world.meme.id}`, cookieOf(world.reader))).body).toContain('zanotter')
  })

  test('the cookie does not authenticate calls', async () => {
    const cookie = cookieOf(world.reader)
    expect((await ask('/api/users/me', cookie)).statusCode).toBe(401)
    const action = {
      method: 'POST' as const,
      url: '/api/user-action',
      payload: { memeId: world.meme.id, action: 'view' },
    }
    expect((await app.app.inject({ ...action, headers: cookie })).statusCode).toBe(401)
    expect((await app.app.inject({ ...action, headers: bearerOf(world.reader) })).statusCode).toBe(200)
  })

  test('a suspended, signed-out or deleted member is a stranger', async () => {
    const gone = await Promise.all([buildMember(app), buildMember(app), buildMember(app)])
    const [suspended, signedOut, deleted] = gone as [BuiltMember, BuiltMember, BuiltMember]
    for (const member of gone)
      expect((await ask(`/media/${world.meme.blob_medium}`, cookieOf(member))).statusCode).toBe(200)
    await changeUsers(app.db, suspended.user.id, { suspended_at: new Date() })
    expect((await app.call('POST', '/auth/logout', { token: signedOut.token })).status).toBe(200)
    expect((await app.call('DELETE', '/users/me', { token: deleted.token })).status).toBe(200)
    for (const member of gone)
      for (const url of places(world)) {
        expectNothing(url, await ask(url, cookieOf(member)))
        expectNothing(url, await ask(url, bearerOf(member)))
      }
    // To read the reason, export the data and delete the account.
    expect((await ask('/api/users/me', bearerOf(suspended))).statusCode).toBe(200)
  })

  test('an access token with the scope read opens feeds and pictures', async () => {
    const make = async (scopes: string[]) => {
      const body = { name: 'Reader', scopes }
      return (await app.call('POST', '/users/me/tokens', { token: world.reader.token, body })).body.data.token as string
    }
    for (const url of ['/feeds/trending.atom', `/media/${world.meme.blob_medium}`]) {
      const with_ = async (token: string) => (await ask(url, { authorization: `Bearer ${token}` })).statusCode
      expect([url, await with_(await make(['read']))]).toEqual([url, 200])
      expect([url, await with_(await make(['upload']))]).toEqual([url, 403])
      for (const scopes of [['read'], ['upload']]) {
        const cookie = `${SESSION_COOKIE}=${await make(scopes)}`
        expect([url, (await ask(url, { cookie })).statusCode]).toEqual([url, 401])
      }
    }
  })

  test('robots.txt excludes search engines', async () => {
    expect((await ask('/robots.txt')).body).toBe('User-agent: *\nDisallow: /\n')
    await setAccess('public')
    expect((await ask('/robots.txt')).body).toContain('Sitemap: ')
    await setAccess('members')
  })
})

test('the change applies at once on every node, despite responses that visitors shared before', async () => {
  const node = await app.anotherNode()
  const shared = ['/api/recommendation-feed', '/api/trending-memes', '/feeds/trending.atom', '/sitemap/tags.xml']
  const statuses = async () => {
    const found: number[] = []
    for (const { app: each } of [app, node])
      for (const url of shared) found.push((await each.inject({ url })).statusCode)
    return new Set(found)
  }
  try {
    expect(await statuses()).toEqual(new Set([200]))
    await setAccess('members')
    expect(await statuses()).toEqual(new Set([401]))
    await setAccess('public')
    expect(await statuses()).toEqual(new Set([200]))
  } finally {
    await node.app.close()
  }
})

test('a site with a content network cannot be closed', async () => {
  const { config } = app.deps
  Object.assign(config, { mediaUrl: 'https://cdn.example.com' })
  try {
    const answer = await app.call('PUT', '/admin/settings', { token: admin.token, body: { access: 'members' } })
    expect([answer.status, answer.body.code]).toEqual([409, 'settings.picturesElsewhere'])
  } finally {
    Object.assign(config, { mediaUrl: undefined })
  }
})
