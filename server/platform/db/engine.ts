import type { LogEvent } from 'kysely'
import type { Db } from './db.ts'
import type { Snapshot } from './snapshot.ts'

/** Load on the embedded engine's single connection. */
export interface Load {
  /** Milliseconds since the last statement or transaction ended; 0 while the connection is in use or awaited. */
  idleMs: number
  /** Share of the last ten seconds in which the connection was in use. */
  busyShare: number
  /** Total milliseconds in use since the database was opened. */
  busyMs: number
}

/** Access for the embedded engine's own maintenance, which must not delay requests. */
export interface Background {
  load(): Load
  /** Runs one statement between other transactions; `blockedMs` is how long other work waited for it. */
  run(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[]; ms: number; blockedMs: number }>
}

/** Connection usage of a pool. */
export interface PoolFigures {
  pool: 'requests' | 'jobs'
  most: number
  inUse: number
  /** Number of requests or jobs waiting for a connection. */
  waiting: number
}

export interface EngineOptions {
  /** Called after every statement; its text contains no values. */
  onStatement?: (event: LogEvent) => void
}

/** One of the two engines, which share one SQL dialect. */
export interface Engine {
  kind: 'embedded' | 'postgres'
  db: Db
  /**
   * For jobs, migrations and commands, which may take longer than a request. On PostgreSQL it has separate connections, so that
   * jobs and requests never wait for each other.
   */
  jobsDb: Db
  pools(): PoolFigures[]
  /** Runs one statement, or several without parameters, outside Kysely; for the job queue. */
  executeSql(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  /** Receives NOTIFY from every node. Notifications can be missed only between `onLost` and `onReconnect`. */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onReconnect?: () => void,
    onLost?: () => void,
  ): Promise<{ close(): Promise<void> }>
  /** Embedded engine only; PostgreSQL has autovacuum. */
  background?: Background
  /**
   * Opens a snapshot of the database while writes continue. The embedded engine copies its files into a subfolder of `folder`,
   * which is removed with the snapshot; writes wait for that copy.
   */
  snapshot(folder: string): Promise<Snapshot>
  /** Time for which the database has been reachable without interruption; infinite for the embedded engine. */
  answeringForMs(): number
  close(): Promise<void>
}

/** Timeout of a request's statements; on the embedded engine also of all others, because they share its single connection. */
export const STATEMENT_TIMEOUT_MS = 15_000
/** Time limit for a request's lock on a row or table. */
export const LOCK_TIMEOUT_MS = 5000
export const JOB_STATEMENT_TIMEOUT_MS = 600_000
export const JOB_LOCK_TIMEOUT_MS = 30_000
