import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/**
 * A small in-memory server for the parts of S3 that blobs need, with path-style URLs: PUT, multipart uploads, GET with a range,
 * HEAD, DELETE and ListObjectsV2 with paging. It requires signed requests and bodies that match the signed hash.
 */
export interface S3Server {
  /** For STORAGE_URL, including credentials. */
  storageUrl: string
  /** The stored objects, by `bucket/key`. */
  objects: Map<string, StoredObject>
  /** Size of the largest request body so far. */
  largestBody(): number
  /** Multipart uploads that were neither completed nor aborted. */
  openUploads(): number
  /** Answers the next requests with a 503, as S3 does to slow callers down. */
  failNext(requests: number): void
  /** Answers this share of all requests with a 503 from now on, at random. */
  failShare(share: number): void
  /** Accepts requests from now on, but answers none. */
  silence(): void
  /** Refuses writes from now on. */
  forbidWrites(): void
  /** Stops listening: connections are refused until `resume`. */
  halt(): Promise<void>
  /** Listens again at the same address, with the same objects. */
  resume(): Promise<void>
  stop(): Promise<void>
}

export interface StoredObject {
  body: Buffer
  contentType: string
  cacheControl: string | undefined
}

const ACCESS_KEY = 'test-key'
const SECRET_KEY = 'test/secret+key'
/** Small, so that a few objects need several pages. */
const LIST_PAGE_SIZE = 2
const UNSIGNED_BODY = 'UNSIGNED-PAYLOAD'

interface Answer {
  status: number
  headers?: Record<string, string | number>
  body?: Buffer | string
}

interface Request {
  method: string
  /** `bucket/key`, or only the bucket for a list. */
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: Buffer
}

function failure(status: number, code: string): Answer {
  return {
    status,
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
  }
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Returns true if the query's signature matches this host, path and query (Signature Version 4), and has not expired. */
function isSignedAddress({ method, path, query, headers }: Request): boolean {
  const [key, day = '', region = '', service = '', end = ''] = (query.get('X-Amz-Credential') ?? '').split('/')
  const moment = query.get('X-Amz-Date') ?? ''
  const began = Date.parse(moment.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'))
  if (key !== ACCESS_KEY || !(Date.now() - began < Number(query.get('X-Amz-Expires')) * 1000)) return false
  const signed = [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&')
  const request = [method, `/${path}`, signed, `host:${headers.host}`, '', 'host', UNSIGNED_BODY].join('\n')
  const scope = [day, region, service, end].join('/')
  const signingKey = [day, region, service, end].reduce<string | Buffer>(hmac, `AWS4${SECRET_KEY}`)
  const expected = hmac(signingKey, ['AWS4-HMAC-SHA256', moment, scope, sha256(request)].join('\n')).toString('hex')
  return query.get('X-Amz-Signature') === expected
}

function refuseUnsigned(request: Request): Answer | null {
  const { headers, body, query } = request
  if (query.has('X-Amz-Signature')) return isSignedAddress(request) ? null : failure(403, 'SignatureDoesNotMatch')
  const authorization = headers.authorization ?? ''
  const isSigned = authorization.startsWith(`AWS4-HMAC-SHA256 Credential=${ACCESS_KEY}/`)
  if (!isSigned || !/Signature=[0-9a-f]{64}$/.test(authorization)) return failure(403, 'AccessDenied')
  const signedHash = headers['x-amz-content-sha256']
  if (signedHash === UNSIGNED_BODY) return null
  const hash = createHash('sha256').update(body).digest('hex')
  return signedHash === hash ? null : failure(400, 'XAmzContentSHA256Mismatch')
}

function put(objects: Map<string, StoredObject>, { path, headers, body }: Request): Answer {
  objects.set(path, {
    body,
    contentType: headers['content-type'] ?? 'binary/octet-stream',
    cacheControl: headers['cache-control'],
  })
  return { status: 200, headers: { etag: '"1"' } }
}

type Uploads = Map<string, { headers: Request['headers']; parts: Map<number, Buffer> }>

/** A step of a multipart upload; null for other requests. */
function uploadStep(objects: Map<string, StoredObject>, uploads: Uploads, request: Request): Answer | null {
  const { method, query, headers, body } = request
  if (method === 'POST' && query.has('uploads')) {
    const id = `upload-${uploads.size + 1}`
    uploads.set(id, { headers, parts: new Map() })
    const xml = `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`
    return { status: 200, headers: { 'content-type': 'application/xml' }, body: xml }
  }
  const id = query.get('uploadId')
  if (id === null) return null
  const upload = uploads.get(id)
  if (!upload) return failure(404, 'NoSuchUpload')
  if (method === 'PUT') {
    const number = Number(query.get('partNumber'))
    upload.parts.set(number, body)
    return { status: 200, headers: { etag: `"${number}"` } }
  }
  uploads.delete(id)
  if (method === 'DELETE') return { status: 204 }
  const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)</g)].map((match) => Number(match[1]))
  const whole = Buffer.concat(numbers.map((number) => upload.parts.get(number) ?? Buffer.alloc(0)))
  put(objects, { ...request, headers: upload.headers, body: whole })
  const xml = '<CompleteMultipartUploadResult><ETag>"1"</ETag></CompleteMultipartUploadResult>'
  return { status: 200, headers: { 'content-type': 'application/xml' }, body: xml }
}

function get(objects: Map<string, StoredObject>, { path, headers }: Request): Answer {
  const object = objects.get(path)
  if (!object) return failure(404, 'NoSuchKey')
  const { body, contentType } = object
  const range = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '')
  if (!range) return { status: 200, headers: { 'content-type': contentType }, body }
  const start = Number(range[1])
  const end = Math.min(Number(range[2]), body.length - 1)
  if (start >= body.length) return failure(416, 'InvalidRange')
  return {
    status: 206,
    headers: { 'content-type': contentType, 'content-range': `bytes ${start}-${end}/${body.length}` },
    body: body.subarray(start, end + 1),
  }
}

function list(objects: Map<string, StoredObject>, { path, query }: Request): Answer {
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token') ?? ''
  const keys = [...objects.keys()]
    .filter((name) => name.startsWith(`${path}/${prefix}`))
    .map((name) => name.slice(path.length + 1))
    .filter((key) => key > after)
    .sort()
  const page = keys.slice(0, LIST_PAGE_SIZE)
  const isTruncated = keys.length > page.length
  const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')
  const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  return {
    status: 200,
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${contents}${next}</ListBucketResult>`,
  }
}

function answer(objects: Map<string, StoredObject>, uploads: Uploads, request: Request): Answer {
  const early = refuseUnsigned(request) ?? uploadStep(objects, uploads, request)
  if (early) return early
  switch (request.method) {
    case 'PUT':
      return put(objects, request)
    case 'GET':
      return request.query.has('list-type') ? list(objects, request) : get(objects, request)
    case 'HEAD':
      return get(objects, request)
    case 'DELETE':
      objects.delete(request.path)
      return { status: 204 }
    default:
      return failure(405, 'MethodNotAllowed')
  }
}

async function parse(incoming: IncomingMessage): Promise<Request> {
  const url = new URL(incoming.url ?? '/', 'http://localhost')
  return {
    method: incoming.method ?? '',
    path: decodeURIComponent(url.pathname).replace(/^\/|\/$/g, ''),
    query: url.searchParams,
    headers: incoming.headers,
    body: await buffer(incoming),
  }
}

function send(response: ServerResponse, method: string, { status, headers = {}, body = '' }: Answer): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
  response.end(method === 'HEAD' ? undefined : body)
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, StoredObject>()
  const uploads: Uploads = new Map()
  let largestBody = 0
  let failing = 0
  let writable = true
  let isSilent = false
  let failingShare = 0
  const server = createServer(async (incoming, response) => {
    const request = await parse(incoming)
    largestBody = Math.max(largestBody, request.body.length)
    if (isSilent) return
    if (failing > 0) {
      failing -= 1
      send(response, request.method, failure(503, 'SlowDown'))
    } else if (Math.random() < failingShare) {
      send(response, request.method, failure(503, 'SlowDown'))
    } else if (!writable && request.method === 'PUT') send(response, request.method, failure(403, 'AccessDenied'))
    else send(response, request.method, answer(objects, uploads, request))
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`
  const credentials = `${ACCESS_KEY}:${encodeURIComponent(SECRET_KEY)}`
  return {
    storageUrl: `s3://${credentials}@memes/pictures?endpoint=${encodeURIComponent(endpoint)}&region=eu-west-1`,
    objects,
    largestBody: () => largestBody,
    openUploads: () => uploads.size,
    failNext(requests) {
      failing = requests
    },
    failShare(share) {
      failingShare = share
    },
    silence() {
      isSilent = true
    },
    forbidWrites() {
      writable = false
    },
    halt: () => close(server),
    resume: () => listen(port),
    stop: () => close(server),
  }
}
