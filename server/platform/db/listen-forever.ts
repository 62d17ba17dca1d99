import pg from 'pg'
import { connectionTo } from './connection-settings.ts'

const RECONNECT_WAIT_MS = 500
/** Probe interval, in milliseconds. Detects silently broken connections, for example when a machine disappears. */
const ASK_EVERY_MS = 10_000
const ANSWER_WITHIN_MS = 5000

export interface ListenOptions {
  url: string
  channel: string
  onPayload: (payload: string) => void
  /** Called after a reconnect, since notifications may have been missed. */
  onReconnect?: (() => void) | undefined
  /** Called when the connection is lost, and after each failed reconnect. */
  onLost: () => void
}

/** LISTENs on a dedicated connection that reconnects automatically. Throws if the first connection fails. */
export async function listenForever(options: ListenOptions): Promise<{ close(): Promise<void> }> {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const open = async () => {
    const next = new pg.Client({
      ...connectionTo(options.url),
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      application_name: 'memeroom listen',
    })
    next.on('notification', (message) => options.onPayload(message.payload ?? ''))
    next.on('error', () => {})
    next.on('end', () => {
      if (client === next) reopen()
    })
    try {
      await next.connect()
      await next.query(`listen ${pg.escapeIdentifier(options.channel)}`)
    } catch (error) {
      void next.end().catch(() => {})
      throw error
    }
    if (isClosed) return void (await next.end())
    client = next
    timer = setInterval(() => next.query('select 1').catch(() => drop(next)), ASK_EVERY_MS).unref()
  }
  const reopen = () => {
    clearInterval(timer)
    client = undefined
    if (isClosed) return
    options.onLost()
    timer = setTimeout(() => {
      open().then(() => isClosed || options.onReconnect?.(), reopen)
    }, RECONNECT_WAIT_MS)
  }
  const drop = (silent: pg.Client) => {
    if (client !== silent) return
    reopen()
    void silent.end().catch(() => {})
  }
  await open()
  return {
    async close() {
      isClosed = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}
