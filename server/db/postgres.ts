import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { type Engine, STATEMENT_TIMEOUT_MS } from './engine.ts'
import type { Tables } from './tables.ts'

const RECONNECT_WAIT_MS = 1000
const DEFAULT_POOL_SIZE = 10

/** PostgreSQL through a pool; LISTEN on a connection of its own that comes back by itself. */
export async function connectPostgres(url: string, poolSize = DEFAULT_POOL_SIZE): Promise<Engine> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    application_name: 'memeroom',
  })
  // An idle connection that the server closes must not end the process; the pool opens another.
  pool.on('error', () => {})
  await pool.query('select 1')
  const listeners = new Set<{ close(): Promise<void> }>()
  return {
    kind: 'postgres',
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    async executeSql(text, values) {
      const result = await pool.query(text, values)
      // Several statements give several results; the caller means the last with rows.
      const last = Array.isArray(result) ? result.findLast((part) => part.rows.length > 0) : result
      return { rows: (last?.rows ?? []) as Record<string, unknown>[] }
    },
    async listen(channel, onPayload, onReconnect) {
      const listener = await listenForever(url, channel, onPayload, onReconnect)
      listeners.add(listener)
      return {
        async close() {
          listeners.delete(listener)
          await listener.close()
        },
      }
    },
    async notify(channel, payload) {
      await pool.query('select pg_notify($1, $2)', [channel, payload])
    },
    async close() {
      await Promise.all([...listeners].map((listener) => listener.close()))
      await pool.end()
    },
  }
}

async function listenForever(
  url: string,
  channel: string,
  onPayload: (payload: string) => void,
  onReconnect?: () => void,
): Promise<{ close(): Promise<void> }> {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const open = async () => {
    const next = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'memeroom listen' })
    next.on('notification', (message) => onPayload(message.payload ?? ''))
    next.on('error', () => {})
    next.on('end', () => {
      if (!closed && client === next) again()
    })
    await next.connect()
    await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    client = next
    if (closed) await next.end()
  }
  const again = () => {
    timer = setTimeout(() => {
      open().then(
        () => onReconnect?.(),
        () => closed || again(),
      )
    }, RECONNECT_WAIT_MS)
  }
  await open()
  return {
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}
