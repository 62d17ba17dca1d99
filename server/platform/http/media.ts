import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ByteRange } from '../blobs/blobs.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { isMediaKey } from '../media-path.ts'
import { includesTag } from './entity-tags.ts'

const YEAR_SECONDS = 31_536_000

/** For a picture that is opened by its own address. */
export const PICTURE_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** Parses a single byte range; undefined if there is none, null if it is unsatisfiable (RFC 9110, section 14). */
export function parseRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | undefined | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const [, from = '', to = ''] = match
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start >= size || start > end ? null : { start, end }
}

/**
 * Maximum time a shared cache stores a picture, in seconds: of a CDN for pictures, or of a proxy in front of the whole site. With
 * purge calls, this matters only if a purge fails.
 */
const SHARED_SECONDS = { purged: 86_400, unpurged: 3600 }

/** Looks up which files are public, and caches some contents. */
export interface ShownFiles {
  /** Returns null for an unknown file. Throws meme.removed. */
  find(key: string): Promise<ShownFile | null>
  /** Offers a file's content for caching after a read. */
  cacheContent(key: string, file: ShownFile, content: Buffer): void
  /** Maximum size for `cacheContent`; larger files are not worth caching. */
  contentMaxBytes: number
}

interface ShownFile {
  bytes: number
  mime: string
  content?: Buffer
}

export type MediaSender = (
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  file: ShownFile,
) => Promise<FastifyReply>

/**
 * Creates the function that sends a stored picture. Names are content hashes, so responses are immutable for a year. If nginx
 * serves the files, it receives the location after the check that the file is public.
 */
export function createMediaSender({ blobs, config }: Pick<Deps, 'blobs' | 'config'>, files: ShownFiles): MediaSender {
  const sharedSeconds = config.mediaPurgeUrl === undefined ? SHARED_SECONDS.unpurged : SHARED_SECONDS.purged

  async function bodyOf(key: string, file: ShownFile, range: ByteRange | undefined): Promise<Buffer | Readable> {
    if (file.content) return range ? file.content.subarray(range.start, range.end + 1) : file.content
    const read = await blobs.read(key, range)
    if (!read) throw new AppError('request.notFound')
    if (range || file.bytes > files.contentMaxBytes || read.size !== file.bytes) return read.stream
    const content = await buffer(read.stream)
    files.cacheContent(key, file, content)
    return content
  }

  return async (request, reply, key, file) => {
    const etag = `"${key.slice(0, 40)}"`
    reply.headers({
      'cache-control': `public, max-age=${YEAR_SECONDS}, s-maxage=${sharedSeconds}, immutable`,
      // Scripts of the site's pages read pictures from the CDN, and those of chats from here.
      'access-control-allow-origin': '*',
      ...(config.mediaUrl === undefined ? {} : { 'surrogate-key': key, 'cache-tag': key }),
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'content-security-policy': PICTURE_POLICY,
      etag,
    })
    if (includesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    if (config.mediaAccel !== undefined && request.method === 'GET')
      return reply
        .type(file.mime)
        .header('x-accel-redirect', config.mediaAccel + (await blobs.locate(key)))
        .send()
    const range =
      request.headers['if-range'] && request.headers['if-range'] !== etag
        ? undefined
        : parseRange(request.headers.range, file.bytes)
    if (range === null) {
      return reply
        .code(416)
        .headers({ 'content-range': `bytes */${file.bytes}`, 'cache-control': 'no-store' })
        .send()
    }
    const body = await bodyOf(key, file, range)
    reply.type(file.mime)
    if (range) {
      reply.code(206).headers({
        'content-range': `bytes ${range.start}-${range.end}/${file.bytes}`,
        'content-length': range.end - range.start + 1,
      })
    } else reply.header('content-length', file.bytes)
    return reply.send(body)
  }
}

/** Serves stored pictures by their names. */
export function mediaRoutes(app: FastifyInstance, deps: Pick<Deps, 'blobs' | 'config'>, files: ShownFiles): void {
  const send = createMediaSender(deps, files)
  app.get<{ Params: { key: string } }>('/media/:key', { compress: false }, async (request, reply) => {
    const { key } = request.params
    const file = isMediaKey(key) ? await files.find(key) : null
    if (!file) throw new AppError('request.notFound')
    return send(request, reply, key, file)
  })
}
