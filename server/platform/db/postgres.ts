import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { isResponseMissing, isServiceDown } from '../unavailable.ts'
import { connectionTo } from './connection-settings.ts'
import type { Db } from './db.ts'
import {
  type Engine,
  type EngineOptions,
  JOB_LOCK_TIMEOUT_MS,
  JOB_STATEMENT_TIMEOUT_MS,
  LOCK_TIMEOUT_MS,
  type PoolFigures,
  STATEMENT_TIMEOUT_MS,
} from './engine.ts'
import { createListener } from './listener.ts'
import { openSnapshot } from './snapshot.ts'
import { createStatementNames } from './statement-names.ts'
import type { Tables } from './tables.ts'

const DEFAULT_POOL_SIZE = 10

const JOB_POOL_MIN = 6

/**
 * Time limit for the response to a request's statement. The server ends statements earlier, so a response is missing only if the
 * connection is broken, even if no packet reports it.
 */
const RESPONSE_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5000

/**
 * Connects to PostgreSQL with one pool for requests, one for jobs, and a dedicated connection for LISTEN. All survive a server
 * restart.
 */
export async function connectPostgres(
  url: string,
  poolSize = DEFAULT_POOL_SIZE,
  { onStatement }: EngineOptions = {},
): Promise<Engine> {
  const common = connectionTo(url)
  const pool = new pg.Pool({
    ...common,
    max: poolSize,
    // As long as a statement may run: a node that has just started on a busy machine needs seconds for its first connections.
    connectionTimeoutMillis: STATEMENT_TIMEOUT_MS,
    query_timeout: RESPONSE_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    application_name: 'memeroom',
  })
  const jobPool = new pg.Pool({
    ...common,
    max: Math.max(Math.ceil(poolSize / 2), JOB_POOL_MIN),
    // A job may wait for a connection that another job uses.
    connectionTimeoutMillis: JOB_LOCK_TIMEOUT_MS,
    statement_timeout: JOB_STATEMENT_TIMEOUT_MS,
    lock_timeout: JOB_LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: JOB_STATEMENT_TIMEOUT_MS,
    application_name: 'memeroom jobs',
  })
  // The system's time can jump.
  let answeringSince = performance.now()
  const noteLost = () => {
    answeringSince = performance.now()
  }
  // A lost connection must not crash the process, whether idle (pool event) or checked out between statements (client event).
  // Its next statement fails and the pool opens another.
  for (const each of [pool, jobPool]) {
    each.on('error', noteLost)
    each.on('connect', (client) => client.on('error', noteLost))
  }
  const end = () => Promise.all([pool.end(), jobPool.end()])
  try {
    await pool.query('select 1')
  } catch (error) {
    await end()
    throw error
  }
  const figuresOf = (name: PoolFigures['pool'], { totalCount, idleCount, waitingCount, options }: pg.Pool) => ({
    pool: name,
    most: options.max,
    inUse: totalCount - idleCount,
    waiting: waitingCount,
  })
  const listener = createListener(url, noteLost)
  return {
    kind: 'postgres',
    db: kyselyOver(pool, onStatement),
    jobsDb: kyselyOver(jobPool, onStatement),
    pools: () => [figuresOf('requests', pool), figuresOf('jobs', jobPool)],
    async executeSql(text, values) {
      const result = await jobPool.query(text, values).catch((error: unknown) => {
        if (isServiceDown(error)) noteLost()
        throw error
      })
      // Multiple statements return multiple results; return the last one with rows.
      const last = Array.isArray(result) ? result.findLast((part) => part.rows.length > 0) : result
      return { rows: (last?.rows ?? []) as Record<string, unknown>[] }
    },
    listen: listener.listen,
    async snapshot() {
      const client = new pg.Client({ ...common, application_name: 'memeroom backup' })
      // The running statement fails; without a listener the process would crash.
      client.on('error', noteLost)
      await client.connect()
      return openSnapshot(
        (text) => client.query(text),
        () => client.end(),
      )
    },
    answeringForMs: () => performance.now() - answeringSince,
    async close() {
      await listener.close()
      await end()
    },
  }
}

export function kyselyOver(pool: pg.Pool, onStatement: EngineOptions['onStatement']): Db {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: preparing(pool) }),
    ...(onStatement ? { log: onStatement } : {}),
  })
}

/** Closes a connection at once, so that the pool opens another one, and a transaction on it fails without waiting again. */
const disconnect = (client: pg.PoolClient) => void (client as pg.PoolClient & pg.Client).end().catch(() => {})

/** Adapts the pool for Kysely: sends marked statements by name, so that each connection parses them once. */
function preparing(pool: pg.Pool): PostgresPool {
  const nameOf = createStatementNames()
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: {},
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const known = wrapped.get(client)
      if (known) return known
      const query = (text: string, values: unknown[]) => {
        const name = nameOf(text)
        const answer = name === undefined ? client.query(text, values) : client.query({ name, text, values })
        return answer.catch((error: unknown) => {
          if (isResponseMissing(error)) disconnect(client)
          throw error
        })
      }
      const wrapper: PostgresPoolClient = {
        // Kysely calls it in no other way unless it uses cursors.
        query: query as unknown as PostgresPoolClient['query'],
        release: (destroy) => client.release(destroy),
      }
      wrapped.set(client, wrapper)
      return wrapper
    },
  }
}
