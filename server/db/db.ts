import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** Reads. A transaction is one as well, so a query can be used inside and outside. */
export type Db = Kysely<Tables>

declare const minted: unique symbol
/** Writes. Minted by withTransaction alone, so that a write outside a transaction does not compile. */
export type Tx = Transaction<Tables> & { readonly [minted]: true }

/** Serialisation failures and deadlocks: the whole transaction may simply run again. */
const RETRIABLE = new Set(['40001', '40P01'])
const MAX_TRIES = 4

/** Runs `work` in one transaction; rolls back when it throws; runs again (4 tries at most) after a deadlock. */
export async function withTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute((tx) => work(tx as Tx))
    } catch (error) {
      if (attempt >= MAX_TRIES || !RETRIABLE.has(sqlState(error))) throw error
    }
  }
}

/** The five characters of a PostgreSQL error, or '' for any other error. */
function sqlState(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : ''
}
