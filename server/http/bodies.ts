import type { FastifyInstance } from 'fastify'

/**
 * A body of no bytes counts as none, whatever type it is said to have: many clients name a type with every request. What
 * a call needs and does not get is then said of its fields.
 */
export function acceptEmptyBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }) => {
    const length = headers['content-length']
    const isEmpty = headers['transfer-encoding'] === undefined && (length === undefined || length === '0')
    if (isEmpty && !headers['content-type']?.startsWith('multipart/')) delete headers['content-type']
  })
  // In chunks, a body is known to be empty only when it has ended.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parseJson(request, body as string, done)
  })
}
