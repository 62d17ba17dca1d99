import { promisify } from 'node:util'
import { brotliCompress, constants, crc32, deflateRaw, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { digestOf } from './entity-tags.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The only text in the answer that no other has, such as a cursor; all around it may be shared. */
    uniquePart: string | undefined
  }
}

/** Smaller answers are sent as they are. */
export const COMPRESS_FROM_BYTES = 1024
const SHARED_MAX_BYTES = 512 * 1024
const KEPT_MAX_BYTES = 16 * 1024 * 1024
/** Digests of answers that were sent once: only what is sent again is worth keeping. */
const SEEN_MAX = 5000
/** The digest itself, and the objects around it. */
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
 * Answers for everybody are compressed once: an answer to a visitor that was sent before is kept compressed, by its content, and what
 * differs in one place (`uniquePart`) is put between two halves that are. Everything else is left to @fastify/compress, which is to be
 * registered afterwards. 16 MiB of the answers sent last are kept.
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
        // Ends with a whole byte, and is not the last block.
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

/** What was compressed, from the second time on that it is asked for; the one asked for last is at the end. */
function createKept() {
  const seen = new Set<string>()
  const entries = new Map<string, { parts: Promise<Buffer[]>; bytes: number }>()
  let total = 0
  const drop = (key: string) => {
    total -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  return {
    /** Undefined the first time. */
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

/** The cursor at the end of a page of JSON; undefined on the last page. */
export const cursorIn = (page: string): string | undefined => /"nextCursor":"([^"]+)"\}$/.exec(page)?.[1]
