import type { FastifyInstance } from 'fastify'
import { isApi } from './routed.ts'

/**
 * Sets `no-store` on API responses to requests with a token, and to requests that change something, such as signing in. Does
 * not override an explicit cache-control header.
 */
export function forbidCachingPrivateResponses(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (!isApi(request) || reply.hasHeader('cache-control')) return
    const isPrivate = request.headers.authorization !== undefined || !['GET', 'HEAD'].includes(request.method)
    if (isPrivate) reply.header('cache-control', 'no-store')
  })
}
