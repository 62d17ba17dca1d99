import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { viewerKey } from '../viewer-key.ts'
import { visitorOf } from './resolve-viewer.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Ensures that users read their own writes, both as a member and as the visitor identity that their browser loads pages with. */
export function recordWrites(app: FastifyInstance, { reads, config }: Pick<Deps, 'reads' | 'config'>): void {
  if (!reads.hasReplica) return
  app.addHook('onSend', async (request, reply) => {
    // A rejected request wrote nothing; a failed one may have.
    const isRefused = reply.statusCode >= 400 && reply.statusCode < 500
    if (READS.has(request.method) || isRefused) return
    const visitor = viewerKey(config.authSecret, visitorOf(request), new Date())
    await reads.noteWrite(request.memberId ? [request.memberId, visitor] : [visitor])
  })
}
