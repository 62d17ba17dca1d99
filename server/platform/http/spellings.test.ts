import { request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { listTags } from '#contract/memes/tags.ts'
import { getMe } from '#contract/people/users.ts'
import { getHealth } from '#contract/site/site.ts'
import { createCaches } from '../cache/caches.ts'
import { createChangeBus } from '../change-bus/change-bus.ts'
import { boundsFor, createGate } from '../load/gate.ts'
import type { TokenReader } from '../viewer.ts'
import { createHttp } from './create-http.ts'
import { registerNotFound } from './error-handler.ts'
import { registerCall } from './register-call.ts'
import { registerFallbackRoutes } from './routed.ts'

const MAX_PER_MINUTE = 5

let app: FastifyInstance | undefined
afterEach(() => app?.close())

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}
/** Sends the URL verbatim. */
type Ask = (method: string, target: string, headers?: Record<string, string>) => Promise<Answer>

async function serve(options: {
  isDraining?: () => boolean
  isLeaving?: () => boolean
  rateLimits?: boolean
  readToken?: TokenReader
}): Promise<Ask> {
  const { app: server, routes } = await createHttp({
    logLevel: 'silent',
    trustProxy: 1,
    rateLimits: options.rateLimits ?? false,
    readToken: options.readToken ?? (async () => null),
    isMembersOnly: async () => false,
    requireFreshProof: async () => {},
    requireDiskSpace: async () => {},
    caches: createCaches(createChangeBus({ listen: async () => ({ close: async () => {} }) })),
    providerHosts: { script: [], style: [], connect: [], frame: [] },
    mediaOrigins: [],
    inlineHashes: { script: [], style: [] },
    isDraining: options.isDraining ?? (() => false),
    isLeaving: options.isLeaving ?? (() => false),
    gate: createGate(boundsFor(10, true), { isStrained: () => false, isOverloaded: () => false }),
    secure: false,
  })
  app = server
  registerCall(server, getHealth, async () => ({ status: 'alive' as const }))
  registerCall(server, listTags, async () => ({ data: [] }), { perMinute: MAX_PER_MINUTE })
  registerCall(server, getMe, async () => {
    throw new Error('nobody gets here')
  })
  server.get('/media/:key', async () => 'a picture')
  server.get('/', async (_request, reply) => reply.type('text/html').send('<p>the page'))
  registerNotFound(server)
  registerFallbackRoutes(server, routes)
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  return (method, target, headers = {}) =>
    new Promise((resolve, reject) => {
      const request = send({ port, host: '127.0.0.1', method, path: target, headers }, (response) => {
        let body = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          body += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
      })
      request.on('error', reject)
      request.end()
    })
}

/** Returns spellings of one URL: valid and invalid ones. */
function spellingsOf(path: string): string[] {
  const encode = (text: string, at: number) =>
    `${text.slice(0, at)}%${text.charCodeAt(at).toString(16)}${text.slice(at + 1)}`
  const last = path.lastIndexOf('/') + 1
  const paths = [
    path,
    encode(path, 1),
    encode(path, 2),
    encode(path, last),
    encode(encode(path, last), 1),
    `/${path}`,
    path.replace('/api/', '/api//'),
    path.replace('/api/', '/API/'),
    path.replace('/api/', '/api%2f'),
    path.replace('/api/', '/api/./'),
    path.replace('/api/', '/x/../api/'),
    path.replace('/api/', '/api/%2e%2e/api/'),
    path.replace('/api/', '/api\\'),
    `${path}/`,
    `${path};x=1`,
    `${path}?x=1`,
    `${path}?x=/media/`,
    `${path}#x`,
    `${path}%00`,
    `${path}%zz`,
  ]
  return paths.flatMap((spelled) => [
    spelled,
    `http://memeroom.test${spelled}`,
    `https://memeroom.test:8443${spelled}`,
    `HTTP://memeroom.test${spelled}`,
    `http://memeroom.test/media/..${spelled}`,
  ])
}

const TAGS = spellingsOf('/api/tags')
const isKnown = ({ status }: Answer) => status === 200

describe('for every spelling of an address', () => {
  test('rate limits apply', async () => {
    const ask = await serve({ rateLimits: true })
    const reached: string[] = []
    for (const target of TAGS) if (isKnown(await ask('GET', target))) reached.push(target)
    expect(reached).toHaveLength(MAX_PER_MINUTE)
    for (const target of [...TAGS, ...TAGS]) {
      const { status, headers } = await ask('GET', target)
      expect([400, 404, 429], target).toContain(status)
      if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    }
    for (const target of ['/%61pi/tags', 'http://memeroom.test/api/tags', 'http://x/ap%69/tags?x'])
      for (const method of ['GET', 'HEAD']) {
        if (method === 'HEAD') for (let sent = 0; sent <= MAX_PER_MINUTE; sent += 1) await ask(method, target)
        expect((await ask(method, target)).status, `${method} ${target}`).toBe(429)
      }
  })

  test('unknown addresses and methods count too, and an IPv6 network is one client', async () => {
    const ask = await serve({ rateLimits: true })
    const from = (host: string) => ({ 'x-forwarded-for': `2001:db8:0:1::${host}` })
    const targets = ['/api/nothing', 'http://memeroom.test/%61pi', '/api/health/', '/api/health']
    const statuses: number[] = []
    for (let sent = 0; sent < 1210; sent += 1) {
      const method = sent % 2 ? 'GET' : 'DELETE'
      statuses.push((await ask(method, targets[sent % 4] ?? '', from(sent.toString(16)))).status)
    }
    expect(new Set(statuses.slice(0, 1200))).toEqual(new Set([404, 200]))
    expect(new Set(statuses.slice(1200))).toEqual(new Set([429]))
    // Other networks are still served, and pages and pictures do not count.
    expect((await ask('GET', '/api/health', { 'x-forwarded-for': '2001:db8:0:2::1' })).status).toBe(200)
    expect((await ask('GET', '/', from('1'))).status).toBe(200)
    expect((await ask('GET', '/media/x', from('1'))).status).toBe(200)
  })

  test('a server that is about to drain serves each connection once more', async () => {
    const ask = await serve({ isLeaving: () => true })
    for (const target of ['/api/health', '/', '/media/x']) {
      const { status, headers } = await ask('GET', target)
      expect([status, headers.connection], target).toEqual([200, 'close'])
    }
  })

  test('a draining server answers only health checks', async () => {
    const ask = await serve({ isDraining: () => true })
    for (const target of TAGS) {
      const { status, headers } = await ask('GET', target)
      expect([400, 404, 503], target).toContain(status)
      if (status === 503) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    }
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST'])
      for (const target of ['/%61pi/tags', 'http://memeroom.test/api/tags', '/api/nothing', '/api'])
        expect((await ask(method, target)).status, `${method} ${target}`).toBe(503)
    for (const target of ['/api/health', '/%61pi/health', 'http://memeroom.test/api/health', '/api/health?x=1'])
      expect((await ask('GET', target)).status, target).toBe(200)
    expect((await ask('GET', '/')).status).toBe(200)
  })

  test('health checks work during a database outage, with an unverifiable token too', async () => {
    const ask = await serve({
      readToken: async () => {
        throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
      },
    })
    const { status, body } = await ask('GET', '/api/health', { authorization: 'Bearer a.b.c' })
    expect([status, JSON.parse(body)]).toEqual([200, { success: true, status: 'alive' }])
    for (const authorization of ['Bearer nonsense', 'Basic eDp5'])
      expect((await ask('GET', '/api/health', { authorization })).status, authorization).toBe(401)
    expect((await ask('GET', '/api/tags', { authorization: 'Bearer a.b.c' })).status).toBe(503)
  })

  test('a member call needs a login, and errors are never cached', async () => {
    const ask = await serve({})
    for (const target of spellingsOf('/api/users/me'))
      for (const method of ['GET', 'HEAD', 'PROPFIND']) {
        const { status, headers } = await ask(method, target)
        expect([400, 401, 404, 405], `${method} ${target}`).toContain(status)
        expect(headers['cache-control'], target).toBe('no-store')
        expect(headers['x-content-type-options'], target).toBe('nosniff')
        if (status !== 400) expect(headers['content-security-policy'], target).toContain("default-src 'self'")
      }
  })
})

describe('an unsupported method', () => {
  test.each([
    ['POST', '/api/tags', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/%61pi/tags', 'GET, HEAD, OPTIONS'],
    ['PUT', 'http://memeroom.test/api/tags?x=1', 'GET, HEAD, OPTIONS'],
    ['TRACE', '/api/health', 'GET, HEAD, OPTIONS'],
    ['PATCH', '/media/x', 'GET, HEAD, OPTIONS'],
    ['POST', '/', 'GET, HEAD, OPTIONS'],
  ])('returns 405 for %s %s with the allowed methods', async (method, target, allow) => {
    const ask = await serve({})
    const { status, headers, body } = await ask(method, target, { 'content-type': 'application/xml' })
    expect(status).toBe(405)
    expect(headers.allow).toBe(allow)
    if (method !== 'HEAD') expect(JSON.parse(body)).toMatchObject({ success: false, code: 'request.methodNotAllowed' })
    const options = await ask('OPTIONS', target)
    expect([options.status, options.headers.allow, options.body]).toEqual([204, allow, ''])
  })

  test('returns 404 for an unknown path', async () => {
    const ask = await serve({})
    for (const target of ['/api/nothing', '/api', '/api/tags/more', '/nothing'])
      for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE'])
        expect((await ask(method, target)).status, `${method} ${target}`).toBe(404)
  })
})
