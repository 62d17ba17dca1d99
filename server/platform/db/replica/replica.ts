import { sql } from 'kysely'
import pg from 'pg'
import { lineOf } from '../../unavailable.ts'
import { withTimeout } from '../../with-timeout.ts'
import { connectionTo } from '../connection-settings.ts'
import type { Db } from '../db.ts'
import { type EngineOptions, LOCK_TIMEOUT_MS, STATEMENT_TIMEOUT_MS } from '../engine.ts'
import { kyselyOver } from '../postgres.ts'
import { createLag } from './lag.ts'
import { type LogPosition, readLogPosition } from './log-position.ts'

const PROBE_EVERY_MS = 1000
const PROBE_WITHIN_MS = 1000
/** Minimum interval between the extra probes that requests waiting for the replica trigger, in milliseconds. */
const HURRY_AFTER_MS = 20
const CONNECT_WITHIN_MS = 1000
/** Timeout for a read on the replica, in milliseconds. */
const PROBE_TIMEOUT_MS = 5000

export interface ReplicaFigures {
  /** Why the replica is not used; null if it is. */
  problem: string | null
  /** Upper bound of the lag in milliseconds; null if unknown. */
  lagMs: number | null
}

/** A streaming replica of the database. */
export interface Replica {
  db: Db
  /** Returns true if the lag is within its limit and the replica has replayed the log up to this position. */
  hasReached(position: LogPosition): boolean
  /** Probes the replica soon, because a reader waits for it to catch up. */
  hurry(): void
  /** Queries both servers' log positions. Never fails. */
  probe(): Promise<void>
  figures(): ReplicaFigures
  close(): Promise<void>
}

export interface ReplicaOptions {
  url: string
  poolSize: number
  /** Maximum lag; beyond it, the replica is not used. */
  maxLagMs: number
  primary: Db
  onStatement?: EngineOptions['onStatement'] | undefined
  now?: () => number
}

interface Where {
  at: string | null
  system: string
}

/** Returns immediately; the replica is used once a probe confirms that it is one. */
export function openReplica(options: ReplicaOptions): Replica {
  const { url, poolSize, maxLagMs, primary, onStatement, now = () => performance.now() } = options
  const pool = new pg.Pool({
    ...connectionTo(url),
    max: poolSize,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    query_timeout: PROBE_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    application_name: 'memeroom replica',
  })
  // A lost connection must not crash the process; its reads run again on the primary.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  // Probes must not queue behind requests.
  const own = new pg.Pool({
    ...connectionTo(url),
    max: 1,
    connectionTimeoutMillis: PROBE_WITHIN_MS,
    query_timeout: PROBE_WITHIN_MS,
    application_name: 'memeroom replica',
  })
  own.on('error', () => {})
  own.on('connect', (client) => client.on('error', () => {}))

  const lag = createLag(now)
  let problem: string | null = 'not asked yet'
  let running: Promise<void> | undefined
  let begunAt = Number.NEGATIVE_INFINITY

  async function ask(): Promise<void> {
    try {
      const askedAt = now()
      const { rows } = await withTimeout(
        PROBE_WITHIN_MS,
        sql<Where>`select pg_current_wal_lsn()::text as at,
          (select system_identifier::text from pg_control_system()) as system`.execute(primary),
        'the primary does not answer',
      )
      const [written] = rows
      if (!written?.at) throw new Error('the primary does not report its log position')
      lag.recordWritten(askedAt, readLogPosition(written.at))
      const answer = await own.query<Where>(
        `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end::text as at,
          (select system_identifier::text from pg_control_system()) as system`,
      )
      const [replica] = answer.rows
      if (replica?.system !== written.system) throw new Error('it is a replica of another server')
      if (replica.at === null) throw new Error('it is not a streaming replica')
      lag.recordReplayed(readLogPosition(replica.at))
      problem = null
    } catch (error) {
      lag.forget()
      problem = lineOf(error)
    }
  }

  function probe(): Promise<void> {
    begunAt = now()
    running ??= ask().finally(() => {
      running = undefined
    })
    return running
  }

  const isTooOld = () => (lag.lagMs() ?? Number.POSITIVE_INFINITY) > maxLagMs
  const timer = setInterval(probe, PROBE_EVERY_MS).unref()
  void probe()
  return {
    db: kyselyOver(pool, onStatement),
    hasReached(position) {
      const replayed = lag.replayed()
      return problem === null && replayed !== undefined && replayed >= position && !isTooOld()
    },
    hurry() {
      if (problem === null && !running && now() - begunAt >= HURRY_AFTER_MS) void probe()
    },
    probe,
    figures: () => ({
      problem: problem ?? (isTooOld() ? `it is more than ${maxLagMs} ms behind` : null),
      lagMs: lag.lagMs(),
    }),
    async close() {
      clearInterval(timer)
      await running
      await Promise.all([pool.end(), own.end()])
    },
  }
}
