import type { Db } from './db.ts'

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
  /** Tells every node; payload below 8,000 bytes. */
  notify(channel: string, payload: string): Promise<void>
  close(): Promise<void>
}

export const STATEMENT_TIMEOUT_MS = 15_000
