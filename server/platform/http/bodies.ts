import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

/**
 * Treats an empty body as no body, whatever its content type: many clients send a content type with every request. Missing
 * fields are then reported individually.
 */
export function acceptEmptyBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }) => {
    const length = headers['content-length']
    const isEmpty = headers['transfer-encoding'] === undefined && (length === undefined || length === '0')
    if (isEmpty && !headers['content-type']?.startsWith('multipart/')) delete headers['content-type']
  })
  // An empty chunked body can be recognized only at its end.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parseJson(request, body as string, done)
  })
}

/** A client that sends more than this after a refusal may get a broken pipe instead of the response. */
const DISCARDED_MAX_BYTES = 16 * 1024 * 1024

/**
 * Discards the rest of a body before a response that closes the connection, up to a limit. Closing a connection with unread data
 * resets it, and then the client cannot read the response.
 */
export function discardUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    if (reply.getHeader('connection') === 'close' && !raw.readableEnded && !raw.destroyed) await discardRest(raw)
  })
}

function discardRest(body: Readable): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let discarded = 0
  body.on('data', (chunk: Buffer) => {
    discarded += chunk.length
    if (discarded <= DISCARDED_MAX_BYTES) return
    body.pause()
    resolve()
  })
  body.once('end', resolve).once('close', resolve)
  body.resume()
  return promise
}

/** Registers routes with bodies that the handler reads with `rawBody`, whatever their content type. */
export function withRawBodies(app: FastifyInstance, register: (scope: FastifyInstance) => void): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    register(scope)
  })
}

/**
 * The body's bytes as they arrive; throws 400 if the client disconnects before the end. Discards the rest when the reader stops, so
 * that the client gets the response instead of a broken pipe.
 */
export async function* rawBody(request: FastifyRequest): AsyncGenerator<Buffer> {
  const stream = request.body as Readable | undefined
  if (!stream) return
  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) yield chunk as Buffer
  } catch (error) {
    throw new AppError('request.malformed', { cause: error })
  } finally {
    stream.resume()
  }
}

/** The declared length of the body; undefined if it is sent in chunks. */
export function bodyLength({ headers }: FastifyRequest): number | undefined {
  if (headers['transfer-encoding'] !== undefined) return undefined
  return Number(headers['content-length'] ?? 0)
}
