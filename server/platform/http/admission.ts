import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CallShape } from '#contract/call.ts'
import { PAGES } from '#contract/pages.ts'
import type { Gate, RequestKind } from '../load/gate.ts'
import { networkOf } from '../network-of.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** A page that is served without its content, since the server is busy: seconds after which to come back. */
    busyForSeconds: number | undefined
  }
}

const PAGE_ROUTES = new Set<string>(Object.values(PAGES))
/** What an operator and a load balancer ask must be answered under any load; built files need no database. */
const UNCOUNTED = /^\/(?:api\/(?:health|ready)$|metrics$|assets\/)/

/**
 * Lets each request wait for a place among those of its kind before its body is read; refuses it with server.busy when too many
 * wait. Pages come without their content then. Streams are not counted: they cost nothing between two events.
 */
export function admitRequests(app: FastifyInstance, gate: Gate): void {
  app.decorateRequest('busyForSeconds', undefined)
  // After the hooks for rate limits, which are of `onRequest`.
  app.addHook('preParsing', async (request, reply) => {
    const kind = kindOf(request)
    if (!kind) return
    const network = networkOf(request.ip)
    const owner = request.headers.authorization ?? network
    const atOnce = gate.enterNow(kind, network, owner)
    if (atOnce) return leaveAtEnd(reply, atOnce)
    const gone = new AbortController()
    const leaveQueue = () => gone.abort()
    reply.raw.once('close', leaveQueue)
    try {
      leaveAtEnd(reply, await gate.enter(kind, network, { owner, signal: gone.signal }))
    } catch (error) {
      if (!PAGE_ROUTES.has(request.routeOptions.url ?? '')) throw error
      request.busyForSeconds = (error as { retryAfterSeconds?: number }).retryAfterSeconds ?? 1
    } finally {
      reply.raw.off('close', leaveQueue)
    }
  })
}

/** One of both comes, whatever becomes of the connection. */
function leaveAtEnd(reply: FastifyReply, leave: () => void): void {
  reply.raw.once('finish', leave)
  reply.raw.once('close', leave)
}

function kindOf(request: FastifyRequest): RequestKind | undefined {
  const { url = '', config } = request.routeOptions
  if (UNCOUNTED.test(url)) return undefined
  if (url === '/media/:key') return 'media'
  const { call } = config as { call?: CallShape }
  if (call?.stream) return undefined
  if (call?.files && request.headers['content-type']?.startsWith('multipart/')) return 'upload'
  return request.method === 'GET' || request.method === 'HEAD' ? 'read' : 'write'
}
