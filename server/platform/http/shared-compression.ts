import { promisify } from 'node:util'
import { brotliCompress, constants, crc32, deflateRaw, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { digestOf } from './entity-tags.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The only part of the response that is unique to it, such as a cursor; the text around it may be shared. */
    uniquePart: string | undefined
  }
}

/** Minimum size for compression; smaller responses are sent uncompressed. */
export const COMPRESS_FROM_BYTES = 1024
const SHARED_MAX_BYTES = 512 * 1024
const KEPT_MAX_BYTES = 16 * 1024 * 1024
/** Maximum digests of responses sent once: only repeated responses are worth caching. */
const SEEN_MAX = 5000
/** Estimated size of a cache entry's digest and objects. */
const ENTRY_BYTES = 200
const BROTLI_QUALITY = 5
const STORED_BLOCK_MAX = 65_535
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

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
 * Compresses public responses once. Caches the compressed form of a visitor's response by content from its second use on. If
 * one part differs (`uniquePart`), inserts it between two cached halves. Leaves everything else to @fastify/compress, which
 * must be registered afterwards. The LRU cache holds 16 MiB.
 */
export function compressShared(app: FastifyInstance): void {
  const kept = createKept()
  app.decorateRequest('uniquePart', undefined)
  app.addHook('onSend', async (request, reply, payload) => {
    if (!isForEverybody(request, reply, payload)) return payload
    const accepted = new Negotiator(request.raw).encodings(['br', 'gzip'])
    const best = (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding))
    const compressed =
      request.uniquePart === undefined
        ? await wholeOf(payload, request.answerDigest ?? digestOf(payload), best)
        : accepted.includes('gzip')
          ? await aroundOf(payload, request.uniquePart)
          : undefined
    if (!compressed) return payload
    const vary = reply.getHeader('vary')
    reply
      .header('content-encoding', compressed.encoding)
      .header('vary', vary ? `${vary}, accept-encoding` : 'accept-encoding')
      .header('content-length', compressed.body.length)
    return compressed.body
  })

  async function wholeOf(payload: string, digest: string, encoding: Encoding | undefined) {
    if (!encoding) return undefined
    const entry = kept.find(`${encoding} ${digest}`, async () => [await compressors[encoding](Buffer.from(payload))])
    const [body] = (await entry) ?? []
    return body && { encoding, body }
  }

  async function aroundOf(payload: string, unique: string) {
    const at = payload.indexOf(unique)
    const text = Buffer.from(unique)
    if (at < 0 || unique === '' || text.length > STORED_BLOCK_MAX) return undefined
    const [before, after] = [payload.slice(0, at), payload.slice(at + unique.length)]
    const halves = await kept.find(`around ${digestOf(before)} ${digestOf(after)}`, () =>
      Promise.all([
        // Ends at a byte boundary, without being the last block.
        promisify(deflateRaw)(before, { finishFlush: constants.Z_SYNC_FLUSH }),
        promisify(deflateRaw)(after),
      ]),
    )
    const [first, last] = halves ?? []
    if (!first || !last) return undefined
    const whole = Buffer.from(payload)
    const stored = Buffer.from([0, 0, 0, 0, 0])
    stored.writeUInt16LE(text.length, 1)
    stored.writeUInt16LE(~text.length & 0xffff, 3)
    const tail = Buffer.alloc(8)
    tail.writeUInt32LE(crc32(whole), 0)
    tail.writeUInt32LE(whole.length, 4)
    return { encoding: 'gzip' as const, body: Buffer.concat([GZIP_HEAD, first, stored, text, last, tail]) }
  }
}

function isForEverybody(request: FastifyRequest, reply: FastifyReply, payload: unknown): payload is string {
  return (
    typeof payload === 'string' &&
    payload.length >= COMPRESS_FROM_BYTES &&
    payload.length <= SHARED_MAX_BYTES &&
    request.method === 'GET' &&
    reply.statusCode === 200 &&
    request.headers.authorization === undefined &&
    !reply.hasHeader('content-encoding')
  )
}

/** An LRU cache of compressed responses, which stores each from its second request on. */
function createKept() {
  const seen = new Set<string>()
  const entries = new Map<string, { parts: Promise<Buffer[]>; bytes: number }>()
  let total = 0
  const drop = (key: string) => {
    total -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  return {
    /** Returns undefined the first time. */
    find(key: string, make: () => Promise<Buffer[]>): Promise<Buffer[]> | undefined {
      const known = entries.get(key)
      if (known) {
        entries.delete(key)
        entries.set(key, known)
        return known.parts
      }
      if (!seen.delete(key)) {
        seen.add(key)
        for (const oldest of seen) {
          if (seen.size <= SEEN_MAX) break
          seen.delete(oldest)
        }
        return undefined
      }
      const entry = { parts: make(), bytes: ENTRY_BYTES }
      entries.set(key, entry)
      total += entry.bytes
      entry.parts.then(
        (parts) => {
          if (entries.get(key) !== entry) return
          const bytes = parts.reduce((sum, part) => sum + part.length, 0)
          entry.bytes += bytes
          total += bytes
          for (const oldest of entries.keys()) {
            if (total <= KEPT_MAX_BYTES) break
            drop(oldest)
          }
        },
        () => drop(key),
      )
      return entry.parts
    },
  }
}

/** Returns the cursor at the end of a JSON page; undefined on the last page. */
export const cursorIn = (page: string): string | undefined => /"nextCursor":"([^"]+)"\}$/.exec(page)?.[1]
