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
