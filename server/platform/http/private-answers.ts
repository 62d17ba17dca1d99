import type { FastifyInstance } from 'fastify'
import { isApi } from './routed.ts'

/**
 * No cache keeps what the API answers to a token, or to a request that changes something, such as signing in. Answers that say
 * themselves how long they are good keep that.
 */
export function keepPrivateAnswersOut(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (!isApi(request) || reply.hasHeader('cache-control')) return
    const isPrivate = request.headers.authorization !== undefined || !['GET', 'HEAD'].includes(request.method)
    if (isPrivate) reply.header('cache-control', 'no-store')
  })
}
