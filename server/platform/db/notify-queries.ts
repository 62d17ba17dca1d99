import { sql } from 'kysely'
import type { Tx } from './db.ts'

/**
 * Notifies every node when the transaction commits; a rollback discards the notification. The payload must be below 8,000
 * bytes.
 */
export async function notifyNodes(tx: Tx, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(tx)
}
