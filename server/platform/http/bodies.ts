import type { FastifyInstance } from 'fastify'

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
