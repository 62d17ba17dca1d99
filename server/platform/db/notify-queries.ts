import { sql } from 'kysely'
import type { Tx } from './db.ts'

/**
 * Notifies every node once the transaction is committed, and not at all if it is rolled back: a change and the notice of it are
 * one. The payload must be below 8,000 bytes.
 */
export async function notifyNodes(tx: Tx, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(tx)
}
