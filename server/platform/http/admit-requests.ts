import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PAGES } from '#contract/pages.ts'
import type { Gate, RequestKind } from '../load/gate.ts'
import { networkOf } from '../network-of.ts'
import { endIdleClients, type IdleLimits } from './idle-clients.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Retry-After in seconds for a page served without its content because the server is busy. */
    busyForSeconds: number | undefined
  }
}

const PAGE_ROUTES = new Set<string>(Object.values(PAGES))
/** Requests of operators and load balancers must be answered under any load; built files need no database. */
const UNCOUNTED = /^\/(?:api\/(?:health|ready)$|metrics$|assets\/)/
/** Stored pictures, and the GIFs made of them. */
const MEDIA = /^\/(?:media\/:key|gif\/media\/:id\/:file)$/

/**
 * Queues each request for a slot of its kind before its body is read. Rejects it with server.busy when too many are waiting;
 * pages are then served without content. Streams are not counted, because they cost nothing between events.
 * @param idle ends requests of clients that do not make progress; default: as in production
 */
export function admitRequests(app: FastifyInstance, gate: Gate, idle?: IdleLimits): void {
  const idleClients = endIdleClients(app, gate, idle)
  app.decorateRequest('busyForSeconds', undefined)
  // Runs after the rate limits, which use `onRequest`.
  app.addHook('preParsing', async (request, reply) => {
    const kind = kindOf(request)
    if (!kind) return
    const network = networkOf(request.ip)
    const owner = request.headers.authorization ?? network
    const atOnce = gate.enterNow(kind, network, owner)
    const hold = (leave: () => void) => {
      const forget = idleClients.watch(kind, request, reply)
      leaveAtEnd(reply, () => {
        forget()
        leave()
      })
    }
    if (atOnce) return hold(atOnce)
    const gone = new AbortController()
    const leaveQueue = () => gone.abort()
    reply.raw.once('close', leaveQueue)
    try {
      hold(await gate.enter(kind, network, { owner, signal: gone.signal }))
    } catch (error) {
      if (!PAGE_ROUTES.has(request.routeOptions.url ?? '')) throw error
      request.busyForSeconds = (error as { retryAfterSeconds?: number }).retryAfterSeconds ?? 1
    } finally {
      reply.raw.off('close', leaveQueue)
    }
  })
}

/** Releases the slot when the response ends: one of the two events always fires. */
function leaveAtEnd(reply: FastifyReply, leave: () => void): void {
  reply.raw.once('finish', leave)
  reply.raw.once('close', leave)
}

function kindOf(request: FastifyRequest): RequestKind | undefined {
  const { url = '', config } = request.routeOptions
  if (UNCOUNTED.test(url)) return undefined
  if (MEDIA.test(url)) return 'media'
  const { call } = config
  if (call?.stream) return undefined
  if (call?.bytes) return 'upload'
  if (call?.files && request.headers['content-type']?.startsWith('multipart/')) return 'upload'
  return request.method === 'GET' || request.method === 'HEAD' ? 'read' : 'write'
}
