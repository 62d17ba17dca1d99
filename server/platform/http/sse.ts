import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Member } from '../viewer.ts'
import { createOpenStreams } from './open-streams.ts'

export interface EventStream {
  /** Aborts when the client disconnects, the access ends or the server closes. */
  signal: AbortSignal
  send(id: string, data: unknown): void
  end(): void
}

export interface EventStreams {
  /** Hijacks the response; later errors can only end the stream. Throws like a call if the access has ended meanwhile. */
  open(request: FastifyRequest, reply: FastifyReply, viewer: Member): Promise<EventStream>
}

/** Maximum open streams per member, kind and node; opening another one ends the oldest. */
const STREAMS_PER_MEMBER = 5

/**
 * Server-sent events, with a heartbeat so that proxies do not close the connection. A stream ends when the server drains, or
 * when the session or access token that opened it ends.
 */
export function createEventStreams(
  app: FastifyInstance,
  deps: Pick<Deps, 'bus' | 'log'>,
  heartbeatSeconds: number,
): EventStreams {
  const controllers = new Set<AbortController>()
  const ofMembers = new Map<string, AbortController[]>()
  const openStreams = createOpenStreams(deps)
  app.addHook('preClose', async () => {
    for (const stream of controllers) stream.abort()
  })
  return {
    async open(request, reply, viewer) {
      const controller = new AbortController()
      const watched = await openStreams.watch(request, viewer, () => controller.abort())
      controllers.add(controller)
      const own = [...(ofMembers.get(viewer.userId) ?? []), controller]
      ofMembers.set(viewer.userId, own)
      if (own.length > STREAMS_PER_MEMBER) own[0]?.abort()
      const stream = startStream(reply, controller, heartbeatSeconds)
      const forget = () => {
        watched.forget()
        controllers.delete(controller)
        const left = (ofMembers.get(viewer.userId) ?? []).filter((one) => one !== controller)
        if (left.length > 0) ofMembers.set(viewer.userId, left)
        else ofMembers.delete(viewer.userId)
        stream.end()
      }
      if (controller.signal.aborted) forget()
      else controller.signal.addEventListener('abort', forget)
      return stream
    },
  }
}

function startStream(reply: FastifyReply, controller: AbortController, heartbeatSeconds: number): EventStream {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  raw.flushHeaders()
  raw.socket?.setNoDelay?.(true)
  const heartbeat = setInterval(
    () => raw.write('event: heartbeat\ndata: {"type":"heartbeat"}\n\n'),
    heartbeatSeconds * 1000,
  )
  const end = () => {
    clearInterval(heartbeat)
    if (!raw.writableEnded) raw.end()
  }
  raw.on('error', () => controller.abort())
  raw.on('close', () => controller.abort())
  return {
    signal: controller.signal,
    send: (id, data) => {
      if (!raw.writableEnded) raw.write(`id: ${id}\ndata: ${JSON.stringify(data)}\n\n`)
    },
    end,
  }
}
