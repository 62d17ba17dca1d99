import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface SzurubooruPost {
  id: number
  bytes: Buffer | null
  mimeType?: string
  fields?: Record<string, unknown>
}

const NAME = 'anna'
const TOKEN = '5f1a1b2c-0000-4000-8000-000000000001'
export const SZURUBOORU_KEY = `${NAME}:${TOKEN}`

/**
 * A stand-in for a private szurubooru behind its nginx: `rest/app.py` (Accept, errors), `middleware/authenticator.py`,
 * `search/executor.py` and `parser.py` (queries, pages), `func/posts.py` (fields), `client/nginx.conf.docker` (/api/, /data/).
 */
export async function szurubooruServer(posts: SzurubooruPost[], { tooMany = 0 } = {}) {
  const state = { requests: [] as string[], tooMany, onFile: (_id: number) => {} }
  const server = createServer((request, response) => {
    state.requests.push(request.url ?? '')
    const url = new URL(request.url ?? '', 'http://szurubooru')
    if (state.tooMany > 0) {
      state.tooMany -= 1
      response.writeHead(429, { 'retry-after': '0' }).end('<html>429 Too Many Requests</html>')
    } else if (url.pathname.startsWith('/api/')) answerApi(request, response, url, posts)
    else if (url.pathname.startsWith('/data/')) {
      // nginx serves the files; they have no authentication, and must not receive the token.
      const [, id] = /^\/data\/posts\/(\d+)_[\da-f]{16}\.\w+$/.exec(url.pathname) ?? []
      const bytes = request.headers.authorization ? null : posts.find((post) => post.id === Number(id))?.bytes
      if (bytes) state.onFile(Number(id))
      if (bytes) response.end(bytes)
      else response.writeHead(404).end('<html>404 Not Found</html>')
    } else response.end('<html>the client</html>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return Object.assign(state, { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
}

function answerApi(request: IncomingMessage, response: ServerResponse, url: URL, posts: SzurubooruPost[]): void {
  const fail = (status: number, name: string, title: string, description: string) =>
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify({ name, title, description }, null, 2))
  if (!request.headers.accept?.includes('application/json'))
    return void fail(406, 'HttpNotAcceptable', 'Not Acceptable', 'This API only supports JSON responses.')
  const [type = '', credentials = ''] = (request.headers.authorization ?? '').split(' ')
  if (type === '') return void fail(403, 'AuthError', 'Authentication error', 'Insufficient privileges to do this.')
  const [name, token] = Buffer.from(credentials, 'base64').toString().split(':')
  if (type.toLowerCase() !== 'token')
    return void fail(400, 'ValidationError', 'Bad Request', 'Only basic or token HTTP authentication is supported.')
  if (name !== NAME || token !== TOKEN) return void fail(403, 'AuthError', 'Authentication error', 'Invalid token.')
  if (request.method !== 'GET' || !/^\/api\/posts\/?$/.test(url.pathname))
    return void fail(404, 'HttpNotFound', 'Not Found', `Requested path ${url.pathname} was not found.`)

  const query = url.searchParams.get('query') ?? ''
  const offset = Math.max(0, Number(url.searchParams.get('offset') ?? 0))
  const limit = Math.min(100, Math.max(1, Number(url.searchParams.get('limit') ?? 100)))
  let found = posts.toSorted((a, b) => b.id - a.id)
  for (const chunk of query.split(/\s+/).filter(Boolean)) {
    const [, from, to] = /^id:(\d*)\.\.(\d*)$/.exec(chunk) ?? []
    if (chunk === 'sort:id,asc') found.reverse()
    else if (from !== undefined)
      found = found.filter(({ id }) => id >= Number(from || 0) && id <= Number(to || Number.MAX_SAFE_INTEGER))
    else return void fail(400, 'SearchError', 'Search error', `Unknown named token: '${chunk}'.`)
  }
  const fields = url.searchParams.get('fields')?.split(',')
  const results = found.slice(offset, offset + limit).map(serialize)
  const unknown = fields?.find((field) => !(field in serialize({ id: 1, bytes: null })))
  if (unknown) return void fail(400, 'ValidationError', 'Validation error', `Invalid key: '${unknown}'.`)
  const chosen = results.map((post) =>
    Object.fromEntries(Object.entries(post).filter(([key]) => fields?.includes(key) ?? true)),
  )
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ query, offset, limit, total: found.length, results: chosen }, null, 2))
}

const EXTENSIONS: Record<string, string> = { 'image/png': 'png', 'video/mp4': 'mp4', 'image/heic': 'heic' }

/** The fields of `PostSerializer` that have to do with a post's content. */
function serialize({ id, bytes, mimeType = 'image/png', fields = {} }: SzurubooruPost): Record<string, unknown> {
  const file = `${id}_${id.toString(16).padStart(16, '0')}`
  return {
    id,
    version: 1,
    creationTime: '2020-02-03T04:05:06.789012Z',
    lastEditTime: null,
    safety: 'safe',
    source: null,
    type: mimeType.startsWith('video/') ? 'video' : 'image',
    mimeType,
    checksum: '0'.repeat(40),
    checksumMD5: '0'.repeat(32),
    fileSize: bytes?.length ?? 1000,
    canvasWidth: 320,
    canvasHeight: 240,
    contentUrl: `data/posts/${file}.${EXTENSIONS[mimeType] ?? 'dat'}`,
    thumbnailUrl: `data/generated-thumbnails/${file}.jpg`,
    flags: [],
    tags: [],
    relations: [],
    notes: [],
    score: 0,
    user: { name: NAME, avatarUrl: '' },
    ...fields,
  }
}
