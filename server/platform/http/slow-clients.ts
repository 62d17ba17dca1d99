import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'
import { networkOf } from '../network-of.ts'

export interface SlowBodyLimits {
  /** Interval between checks of a body's progress, in milliseconds. */
  everyMs: number
  /** Minimum bytes per interval; slower bodies are aborted. */
  leastBytes: number
}

/** Half a kilobyte per second; a phone that loses its connection has half a minute to reconnect. */
const USUAL: SlowBodyLimits = { everyMs: 30_000, leastBytes: 15 * 1024 }
const CONNECTIONS_PER_NETWORK = 256

/**
 * Aborts requests with a body that stalls or trickles, with their connection. A request with unread buffered data is not slow:
 * its client waits for this server.
 */
export function abortSlowBodies(app: FastifyInstance, limits: SlowBodyLimits = USUAL): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.complete || (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined))
      return
    const { socket } = raw
    let before = socket.bytesRead
    const timer = setInterval(() => {
      if (raw.complete) return clearInterval(timer)
      const received = socket.bytesRead - before
      before = socket.bytesRead
      if (received < limits.leastBytes && raw.readableLength === 0) raw.destroy()
    }, limits.everyMs)
    timer.unref()
    raw.once('close', () => clearInterval(timer))
  })
}

/**
 * Closes excess connections of a network with more than `most` open. Only for servers that visitors connect to directly, since
 * a proxy is a single network. Connections from this machine are not counted.
 */
export function limitConnections(server: Server, most = CONNECTIONS_PER_NETWORK, isCounted = isElsewhere): void {
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    if (!isCounted(address)) return
    const network = networkOf(address)
    const count = (open.get(network) ?? 0) + 1
    open.set(network, count)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
    if (count > most) socket.destroy()
  })
}

const isElsewhere = (address: string) => ipaddr.isValid(address) && ipaddr.process(address).range() !== 'loopback'
