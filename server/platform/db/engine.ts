import type { LogEvent } from 'kysely'
import type { Db } from './db.ts'
import type { Snapshot } from './snapshot.ts'

/** How busy the one connection of the embedded engine is. */
export interface Load {
  /** Time since the last statement or transaction ended; 0 while the connection is in use or awaited. */
  idleMs: number
  /** Share of the last ten seconds in which it was in use. */
  busyShare: number
  /** How long it has been in use since it was opened. */
  busyMs: number
}

/** Access for the embedded engine's own maintenance, which must not delay requests. */
export interface Background {
  load(): Load
  /** Runs one statement between other transactions; `heldUpMs` is how long anything waited for it. */
  run(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[]; ms: number; heldUpMs: number }>
}

/** How the connections of a pool are used. */
export interface PoolFigures {
  pool: 'requests' | 'jobs'
  most: number
  inUse: number
  /** Requests or jobs that wait for one. */
  waiting: number
}

export interface EngineOptions {
  /** Hears of every statement that has ended; its text has no values in it. */
  onStatement?: (event: LogEvent) => void
}

/** One of the two engines behind the one SQL dialect. */
export interface Engine {
  kind: 'embedded' | 'postgres'
  db: Db
  /**
   * For jobs, migrations and commands, which may take longer than a request. On PostgreSQL with connections of their own, so that
   * neither waits for the other.
   */
  jobsDb: Db
  pools(): PoolFigures[]
  /** Runs one statement, or several without parameters, outside Kysely; for the job queue. */
  executeSql(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  /** Receives NOTIFY from every node. None is missed but between `onLost` and `onReconnect`. */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onReconnect?: () => void,
    onLost?: () => void,
  ): Promise<{ close(): Promise<void> }>
  /** Only for the embedded engine; PostgreSQL has autovacuum. */
  background?: Background
  /**
   * The database as it is now, while others go on writing. The embedded engine copies its files for it, into a folder in
   * `folder` that goes away with the snapshot; writes wait for that copy.
   */
  snapshot(folder: string): Promise<Snapshot>
  /** How long the database has been reachable without interruption; infinite for the embedded engine. */
  answeringForMs(): number
  close(): Promise<void>
}

/** Of a request; also of everything on the embedded engine, whose one connection all share. */
export const STATEMENT_TIMEOUT_MS = 15_000
/** How long a request waits for a row or table that another transaction has locked. */
export const LOCK_TIMEOUT_MS = 5000
export const JOB_STATEMENT_TIMEOUT_MS = 600_000
export const JOB_LOCK_TIMEOUT_MS = 30_000
