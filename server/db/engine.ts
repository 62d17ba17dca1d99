import type { Db } from './db.ts'

/** How busy the one connection of the embedded engine is. */
export interface Load {
  /** Since the last statement or transaction ended; 0 while one has the connection or waits for it. */
  idleMs: number
  /** What share of the last ten seconds it was in use. */
  busyShare: number
}

/** Access for the embedded engine's own maintenance, which must not delay anybody. */
export interface Background {
  load(): Load
  /** Runs one statement on its own, between others' transactions; `heldUpMs` is how long somebody waited for it. */
  run(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[]; ms: number; heldUpMs: number }>
}

/** One of the two engines behind the one SQL dialect. */
export interface Engine {
  kind: 'embedded' | 'postgres'
  db: Db
  /** Runs one statement, or several without parameters, outside Kysely: for the job queue. */
  executeSql(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  /** Hears NOTIFY of every node. `onReconnect` runs when notifications may have been missed. */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onReconnect?: () => void,
  ): Promise<{ close(): Promise<void> }>
  /** Only of the embedded engine: PostgreSQL looks after itself. */
  background?: Background
  /** Tells every node; payload below 8,000 bytes. */
  notify(channel: string, payload: string): Promise<void>
  /** How long the database has answered without a break; no end for the embedded one, which no network parts from this process. */
  answeringForMs(): number
  close(): Promise<void>
}

export const STATEMENT_TIMEOUT_MS = 15_000
