import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { viewerKey } from '../viewer-key.ts'
import { visitorOf } from './resolve-viewer.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whoever has written reads their own write from then on, as the member and as the visitor that the browser loads pages as. */
export function noteWrites(app: FastifyInstance, { reads, config }: Pick<Deps, 'reads' | 'config'>): void {
  if (!reads.hasReplica) return
  app.addHook('onSend', async (request, reply) => {
    // A refused request has written nothing; one that failed may have.
    const isRefused = reply.statusCode >= 400 && reply.statusCode < 500
    if (READS.has(request.method) || isRefused) return
    const visitor = viewerKey(config.authSecret, visitorOf(request), new Date())
    await reads.noteWrite(request.memberId ? [request.memberId, visitor] : [visitor])
  })
}
