import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { Member } from '../viewer.ts'
import { resolveViewer } from './resolve-viewer.ts'

/** Database triggers notify it with ids of ended sessions and access tokens, and of suspended members. */
const ENDED_ACCESS_CHANNEL = 'ended_access'

interface OpenStream {
  viewer: Member
  /** Throws once the access has ended. */
  check(): Promise<void>
  end(): void
}

export interface OpenStreams {
  /** Ends a stream, on every node, as soon as the access that opened it ends. Throws like any call if it has ended already. */
  watch(request: FastifyRequest, viewer: Member, end: () => void): Promise<{ forget(): void }>
  close(): Promise<void>
}

/** Tracks this node's open streams and ends each with the session or access token that opened it. */
export function createOpenStreams(deps: Pick<Deps, 'listen' | 'log'>): OpenStreams {
  const open = new Set<OpenStream>()
  let listening: Promise<{ close(): Promise<void> }> | undefined
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
  const listen = () => {
    listening ??= deps.listen(ENDED_ACCESS_CHANNEL, endOf, checkAll).catch((error: unknown) => {
      listening = undefined
      throw error
    })
    return listening
  }
  return {
    async watch(request, viewer, end) {
      const stream: OpenStream = { viewer, end, check: () => requireSame(request, viewer) }
      await listen()
      open.add(stream)
      // Check once: accesses that ended before this node listened sent no notification to it.
      await stream.check().catch((error: unknown) => {
        open.delete(stream)
        throw error
      })
      return { forget: () => open.delete(stream) }
    },
    async close() {
      await (await listening)?.close()
    },
  }
}

/** Throws auth.tokenInvalid once the session or token has ended, auth.accountSuspended if the member was suspended since. */
async function requireSame(request: FastifyRequest, viewer: Member): Promise<void> {
  const now = await resolveViewer(request)
  if (now.kind !== 'member') throw new AppError('auth.tokenInvalid')
  if (now.suspended && !viewer.suspended) throw new AppError('auth.accountSuspended')
}
