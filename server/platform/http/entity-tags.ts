import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { CallShape } from '#contract/call.ts'
import { getFeed } from '#contract/memes/feed.ts'

/** Length of a tag: 162 bits of the Base64 digest. */
const TAG_CHARS = 27

/** A collision-resistant digest, for text from untrusted sources. */
export const digestOf = (text: string | Buffer): string => createHash('sha256').update(text).digest('base64')

/** The tag is weak because compression follows. */
export const tagOf = (digest: string): string => `W/"${digest.slice(0, TAG_CHARS)}"`

/** Returns true if a call's responses have entity tags: all JSON reads except feeds, which differ each time. */
export const hasEntityTag = (call: CallShape): boolean =>
  call.method === 'GET' && !call.file && !call.stream && call.path !== getFeed.path

/**
 * Adds content-based entity tags to JSON reads, and answers 304 when the client's copy matches (RFC 9110, section 13.1.2).
 */
export function addEntityTags(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { call } = request.routeOptions.config
    if (
      !call ||
      !hasEntityTag(call) ||
      reply.hasHeader('etag') ||
      reply.statusCode !== 200 ||
      !(typeof payload === 'string' || Buffer.isBuffer(payload))
    )
      return payload
    const tag = tagOf(digestOf(payload))
    reply.header('etag', tag)
    if (!includesTag(request.headers['if-none-match'], tag)) return payload
    reply.code(304).removeHeader('content-type')
    return ''
  })
}

/** Returns true if an If-None-Match list contains a tag, weak or strong. */
export function includesTag(list: string | undefined, tag: string): boolean {
  const opaque = (one: string) => one.replace(/^W\//, '')
  return list?.split(/\s*,\s*/).some((one) => one === '*' || opaque(one) === opaque(tag)) ?? false
}
