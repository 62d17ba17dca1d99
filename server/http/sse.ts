import type { FastifyInstance, FastifyReply } from 'fastify'

export interface EventStream {
  /** Aborted when the client disconnects or the server closes. */
  signal: AbortSignal
  send(id: string, data: unknown): void
  end(): void
}

export interface EventStreams {
  /** Hijacks the response: from now on errors can only end the stream. */
  open(reply: FastifyReply): EventStream
}

/** Server-sent events, with a heartbeat so that proxies keep the connection open. End when the server drains. */
export function createEventStreams(app: FastifyInstance, heartbeatSeconds: number): EventStreams {
  const open = new Set<AbortController>()
  app.addHook('preClose', async () => {
    for (const stream of open) stream.abort()
  })
  return {
    open(reply) {
      const controller = new AbortController()
      open.add(controller)
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
        open.delete(controller)
        if (!raw.writableEnded) raw.end()
      }
      raw.on('error', () => controller.abort())
      raw.on('close', () => controller.abort())
      controller.signal.addEventListener('abort', end)
      return {
        signal: controller.signal,
        send: (id, data) => {
          if (!raw.writableEnded) raw.write(`id: ${id}\ndata: ${JSON.stringify(data)}\n\n`)
        },
        end,
      }
    },
  }
}
