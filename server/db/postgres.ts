import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { isServiceDown } from '../unavailable.ts'
import { type Engine, STATEMENT_TIMEOUT_MS } from './engine.ts'
import { listenForever } from './listen-forever.ts'
import { openSnapshot } from './snapshot.ts'
import type { Tables } from './tables.ts'

const DEFAULT_POOL_SIZE = 10

/** PostgreSQL through a pool, with LISTEN on a dedicated connection. Both survive a restart of the server. */
export async function connectPostgres(url: string, poolSize = DEFAULT_POOL_SIZE): Promise<Engine> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    keepAlive: true,
    connectionTimeoutMillis: 5000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    application_name: 'memeroom',
  })
  let answeringSince = Date.now()
  const noteLost = () => {
    answeringSince = Date.now()
  }
  // A lost connection must not crash the process, whether idle (pool event) or checked out between statements (client event);
  // its next statement fails and the pool opens another.
  pool.on('error', noteLost)
  pool.on('connect', (client) => client.on('error', noteLost))
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    throw error
  }
  const listeners = new Set<{ close(): Promise<void> }>()
  return {
    kind: 'postgres',
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    async executeSql(text, values) {
      const result = await pool.query(text, values).catch((error: unknown) => {
        if (isServiceDown(error)) noteLost()
        throw error
      })
      // Several statements give several results; the last one with rows is returned.
      const last = Array.isArray(result) ? result.findLast((part) => part.rows.length > 0) : result
      return { rows: (last?.rows ?? []) as Record<string, unknown>[] }
    },
    async listen(channel, onPayload, onReconnect) {
      const listener = await listenForever({ url, channel, onPayload, onReconnect, onLost: noteLost })
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
    async snapshot() {
      const client = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'memeroom backup' })
      // The statement that runs fails; without a listener the process would end.
      client.on('error', noteLost)
      await client.connect()
      return openSnapshot(
        (text) => client.query(text),
        () => client.end(),
      )
    },
    answeringForMs: () => Date.now() - answeringSince,
    async close() {
      await Promise.all([...listeners].map((listener) => listener.close()))
      await pool.end()
    },
  }
}
