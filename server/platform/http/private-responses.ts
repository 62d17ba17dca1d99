import type { FastifyInstance } from 'fastify'
import { isApi } from './routed.ts'

/**
 * Sets `no-store` on API responses to requests with a token, and to requests that change something, such as signing in. Other
 * API responses are only for browsers, which must revalidate them: a proxy may store any response without the header. Does not
 * override an explicit one.
 */
export function forbidCachingPrivateResponses(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (!isApi(request) || reply.hasHeader('cache-control')) return
    const isPrivate = request.headers.authorization !== undefined || !['GET', 'HEAD'].includes(request.method)
    reply.header('cache-control', isPrivate ? 'no-store' : 'private, no-cache')
  })
}
