import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Gate, REQUEST_KINDS, type RequestKind } from '../load/gate.ts'

export interface IdleLimits {
  /** Interval between checks, in milliseconds. */
  everyMs: number
  /** Minimum bytes that a client must send or receive per interval to keep a place for which others wait. */
  leastBytes: number
}

/** 32 KB per second: a tenth of a slow mobile connection. */
const USUAL: IdleLimits = { everyMs: 5000, leastBytes: 160 * 1024 }

interface Holder {
  request: FastifyRequest
  reply: FastifyReply
  /** Bytes that the client had sent and received at the last check. */
  before: number | undefined
}

export interface IdleClients {
  /** Watches a request that holds a place until the returned function is called. */
  watch(kind: RequestKind, request: FastifyRequest, reply: FastifyReply): () => void
}

/**
 * Ends requests that hold a place while others wait for it and their client does not make progress: its body or its reading of
 * the response stalls or trickles.
 */
export function endIdleClients(app: FastifyInstance, gate: Gate, limits: IdleLimits = USUAL): IdleClients {
  const holders = new Map(REQUEST_KINDS.map((kind) => [kind, new Set<Holder>()]))
  const timer = setInterval(() => {
    for (const [kind, held] of holders) {
      const isContended = gate.isContended(kind)
      for (const holder of held) {
        const now = transferred(holder)
        const isSlow = holder.before !== undefined && now - holder.before < limits.leastBytes
        holder.before = now
        if (isContended && isSlow && waitsForClient(holder)) holder.request.raw.socket.destroy()
      }
    }
  }, limits.everyMs)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
  return {
    watch(kind, request, reply) {
      const holder: Holder = { request, reply, before: undefined }
      holders.get(kind)?.add(holder)
      return () => holders.get(kind)?.delete(holder)
    },
  }
}

const transferred = ({ request: { raw } }: Holder) =>
  raw.socket.bytesRead + raw.socket.bytesWritten - raw.socket.writableLength

/** Returns false while the client waits for this server. */
function waitsForClient({ request: { raw }, reply }: Holder): boolean {
  const isSending = !raw.complete && raw.readableLength === 0
  const isReceiving = reply.raw.headersSent && raw.socket.writableLength > 0
  return isSending || isReceiving
}
