import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { Member } from '../viewer.ts'
import { resolveViewerAgain } from './resolve-viewer.ts'

interface OpenStream {
  viewer: Member
  /** Throws once the access has ended. */
  check(): Promise<void>
  end(): void
}

export interface OpenStreams {
  /** Ends a stream, on every node, as soon as the access that opened it ends. Throws like any call if it has ended already. */
  watch(request: FastifyRequest, viewer: Member, end: () => void): Promise<{ forget(): void }>
}

/** Tracks this node's open streams and ends each with the session or access token that opened it. */
export function createOpenStreams(deps: Pick<Deps, 'bus' | 'log'>): OpenStreams {
  const open = new Set<OpenStream>()
  const endOf = (id: string) => {
    for (const stream of open) if (stream.viewer.sessionId === id || stream.viewer.userId === id) stream.end()
  }
  /** Checks every stream, since notifications may have been missed while the connection was lost. */
  const checkAll = () => {
    for (const stream of open)
      stream.check().catch((error: unknown) => {
        deps.log.info({ err: error }, 'a stream ended with its access')
        stream.end()
      })
  }
  deps.bus.on(['accessEnded'], endOf)
  deps.bus.onListening((isListening) => isListening && checkAll())
  return {
    async watch(request, viewer, end) {
      const stream: OpenStream = { viewer, end, check: () => requireSame(request, viewer) }
      open.add(stream)
      // Check once: the access may have ended between the caller's check and this moment.
      await stream.check().catch((error: unknown) => {
        open.delete(stream)
        throw error
      })
      return { forget: () => open.delete(stream) }
    },
  }
}

/** Throws auth.tokenInvalid once the session or token has ended, auth.accountSuspended if the member was suspended since. */
async function requireSame(request: FastifyRequest, viewer: Member): Promise<void> {
  const now = await resolveViewerAgain(request)
  if (now.kind !== 'member') throw new AppError('auth.tokenInvalid')
  if (now.suspended && !viewer.suspended) throw new AppError('auth.accountSuspended')
}
