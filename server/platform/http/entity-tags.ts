import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { CallShape } from '#contract/call.ts'
import { getFeed } from '#contract/feed.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The digest of the answer, where its tag needed one. */
    answerDigest: string | undefined
  }
}

/** Of the digest in Base64: 162 bits. */
const TAG_CHARS = 27

/** Tells texts apart that anybody may have written. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64')

/** Whether the answers of a call are compared with what the client has: every JSON read but feeds, which differ each time. */
export const hasEntityTag = (call: CallShape): boolean =>
  call.method === 'GET' && !call.file && !call.stream && call.path !== getFeed.path

/**
 * Tags the JSON of reads by its content, and answers 304 without it to a client that has it already (RFC 9110, section 13.1.2).
 * The tags are weak: compression comes afterwards. What visitors get may be kept, and is asked for again each time.
 */
export function tagAnswers(app: FastifyInstance): void {
  app.decorateRequest('answerDigest', undefined)
  app.addHook('onSend', async (request, reply, payload) => {
    const { call } = request.routeOptions.config as { call?: CallShape }
    if (!call || !hasEntityTag(call) || reply.statusCode !== 200 || typeof payload !== 'string') return payload
    request.answerDigest = digestOf(payload)
    const tag = `W/"${request.answerDigest.slice(0, TAG_CHARS)}"`
    reply.header('etag', tag)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache')
    if (!namesTag(request.headers['if-none-match'], tag)) return payload
    reply.code(304).removeHeader('content-type')
    return ''
  })
}

/** Whether the tags of If-None-Match name one, weak or strong. */
export function namesTag(list: string | undefined, tag: string): boolean {
  const opaque = (one: string) => one.replace(/^W\//, '')
  return list?.split(/\s*,\s*/).some((one) => one === '*' || opaque(one) === opaque(tag)) ?? false
}
