import pg from 'pg'
import { connectionTo } from './connection-settings.ts'
import type { Engine } from './engine.ts'

const RECONNECT_WAIT_MS = 500
/** Probe interval, in milliseconds. Detects silently broken connections, for example when a machine disappears. */
const PROBE_EVERY_MS = 10_000
const PROBE_TIMEOUT_MS = 5000
/** Name of the connection in pg_stat_activity. */
export const LISTENER_NAME = 'memeroom listen'

interface Subscription {
  channel: string
  onPayload(payload: string): void
  onReconnect?: (() => void) | undefined
  onLost?: (() => void) | undefined
}

export interface Listener {
  listen: Engine['listen']
  close(): Promise<void>
}

/**
 * LISTENs to all channels on one connection, opened by the first `listen`, which throws if it cannot connect. Reconnects
 * automatically.
 * @param noteLost called when the connection is lost, and after each failed reconnect
 */
export function createListener(url: string, noteLost: () => void): Listener {
  const subscriptions = new Set<Subscription>()
  let opening: Promise<pg.Client> | undefined
  let open: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  async function connect(): Promise<pg.Client> {
    const next = new pg.Client({
      ...connectionTo(url),
      connectionTimeoutMillis: PROBE_TIMEOUT_MS,
      query_timeout: PROBE_TIMEOUT_MS,
      application_name: LISTENER_NAME,
    })
    next.on('notification', ({ channel, payload = '' }) => {
      for (const one of subscriptions) if (one.channel === channel) one.onPayload(payload)
    })
    next.on('error', () => {})
    next.on('end', () => lose(next))
    try {
      await next.connect()
      for (const channel of new Set([...subscriptions].map((one) => one.channel))) await listenTo(next, channel)
    } catch (error) {
      void next.end().catch(() => {})
      throw error
    }
    if (isClosed) void next.end()
    open = next
    timer = setInterval(() => next.query('select 1').catch(() => lose(next)), PROBE_EVERY_MS).unref()
    return next
  }

  function lose(lost: pg.Client): void {
    if (open !== lost) return
    open = undefined
    clearInterval(timer)
    void lost.end().catch(() => {})
    reopen()
  }

  function reopen(): void {
    if (isClosed) return
    noteLost()
    for (const one of subscriptions) one.onLost?.()
    const wait = new Promise((resolve) => {
      timer = setTimeout(resolve, RECONNECT_WAIT_MS)
    })
    opening = wait.then(connect)
    opening.then(() => {
      for (const one of subscriptions) one.onReconnect?.()
    }, reopen)
  }

  return {
    async listen(channel, onPayload, onReconnect, onLost) {
      const subscription = { channel, onPayload, onReconnect, onLost }
      subscriptions.add(subscription)
      opening ??= connect().catch((error: unknown) => {
        opening = undefined
        throw error
      })
      try {
        await listenTo(await opening, channel)
      } catch (error) {
        subscriptions.delete(subscription)
        throw error
      }
      return { close: async () => void subscriptions.delete(subscription) }
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      clearInterval(timer)
      await open?.end()
    },
  }
}

const listenTo = (client: pg.Client, channel: string) => client.query(`listen ${pg.escapeIdentifier(channel)}`)
