import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import type { Cache } from '../cache/cache.ts'
import type { Caches } from '../cache/caches.ts'
import { VISIBLE_TOPICS } from '../change-bus/topics.ts'
import { digestOf, includesTag, tagOf } from './entity-tags.ts'

declare module 'fastify' {
  interface FastifyInstance {
    microCache: MicroCache
  }
}

/** A successful response as text. Nothing else of the response is stored. */
export interface SharedDocument {
  body: string
  /** Includes the content type. */
  headers: Record<string, string>
}

export interface MicroCache {
  /**
   * Answers with the result of `make`. If the request may share it, visitors' requests with the same key share one answer for
   * `seconds`; concurrent ones wait for it. Errors that `make` throws are never stored.
   * @param key everything that the answer depends on: route, query, language
   */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    shared: { seconds: number; key: readonly unknown[] },
    make: () => Promise<SharedDocument>,
  ): Promise<FastifyReply>
}

interface Stored extends SharedDocument {
  etag: string
  isUsed: boolean
  forms: Partial<Record<Encoding, Promise<Buffer>>>
}

/** Minimum size for compression; smaller responses are sent uncompressed. */
export const COMPRESS_FROM_BYTES = 1024
const BROTLI_QUALITY = 5
/** Maximum size of the answers of one lifetime, with their compressed forms. */
const MAX_BYTES = 16 * 1024 * 1024
const RESPONSE_MAX_BYTES = 512 * 1024
/** Characters of a text take up to two bytes in memory, and its compressed forms less than another. */
const BYTES_PER_CHAR = 3
/** Objects and key of an entry. */
const ENTRY_BYTES = 1000
const KEY_MAX_CHARS = 1000
const LANGUAGE_COOKIE = /^i18next=[\w-]*$/

const compressors = {
  br: (text: Buffer) =>
    promisify(brotliCompress)(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
  gzip: (text: Buffer) => promisify(gzip)(text),
}
type Encoding = keyof typeof compressors

/**
 * The one cache of responses: visitors' GET requests for a moment. Every change that a visitor may see empties it, on every node.
 * From its second use on, an answer is sent from its stored compressed form.
 */
export function registerMicroCache(app: FastifyInstance, caches: Caches): void {
  const cacheOf = (seconds: number): Cache<Stored> =>
    caches.open({
      name: `visitors-${seconds}s`,
      max: MAX_BYTES,
      sizeOf: ({ body }) => ENTRY_BYTES + body.length * BYTES_PER_CHAR,
      freshMs: seconds * 1000,
      topics: VISIBLE_TOPICS,
    })

  app.decorate('microCache', {
    async send(request, reply, { seconds, key }, make) {
      const name = JSON.stringify(key)
      if (!mayShare(request) || name.length > KEY_MAX_CHARS) {
        const { body, headers } = await make()
        return reply.headers(headers).send(Buffer.from(body))
      }
      return sendStored(request, reply, await cacheOf(seconds).fetch(name, async () => toStored(await make())))
    },
  })
}

/** Returns true if a request is a visitor's: without a token, and without cookies other than the choice of language. */
export function mayShare({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || headers.authorization !== undefined) return false
  const cookies = headers.cookie?.split(';').map((cookie) => cookie.trim()) ?? []
  return cookies.every((cookie) => cookie === '' || LANGUAGE_COOKIE.test(cookie))
}

const toStored = (document: SharedDocument): Stored => ({
  ...document,
  etag: tagOf(digestOf(document.body)),
  isUsed: false,
  forms: {},
})

async function sendStored(request: FastifyRequest, reply: FastifyReply, stored: Stored): Promise<FastifyReply> {
  const { body, headers, etag } = stored
  reply.headers({ 'cache-control': 'private, no-cache', ...headers, etag })
  if (includesTag(request.headers['if-none-match'], etag)) return reply.code(304).removeHeader('content-type').send('')
  const encoding = stored.isUsed ? encodingFor(request, body) : undefined
  stored.isUsed = true
  if (!encoding) return reply.send(body)
  stored.forms[encoding] ??= compressors[encoding](Buffer.from(body))
  const bytes = await stored.forms[encoding]
  const { vary } = headers
  return reply
    .headers({
      'content-encoding': encoding,
      vary: vary ? `${vary}, accept-encoding` : 'accept-encoding',
      'content-length': bytes.length,
    })
    .send(bytes)
}

function encodingFor(request: FastifyRequest, body: string): Encoding | undefined {
  if (body.length < COMPRESS_FROM_BYTES || body.length > RESPONSE_MAX_BYTES) return undefined
  const accepted = new Negotiator(request.raw).encodings(['br', 'gzip'])
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding))
}
