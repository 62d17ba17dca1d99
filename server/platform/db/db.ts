import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** For reads. `Tx` extends it, so queries work inside and outside transactions. */
export type Db = Kysely<Tables>

declare const minted: unique symbol
/** For writes. Only `withTransaction` and `withStatement` create it, so that other writes do not compile. */
export type Tx = Transaction<Tables> & { readonly [minted]: true }

/**
 * Serialization failures, deadlocks, and references to a row that another transaction deleted meanwhile: the whole transaction
 * can be retried.
 */
const RETRIABLE = new Set(['40001', '40P01', '23503'])
const MAX_TRIES = 4

/**
 * Runs `work` in one transaction; rolls back if it throws; retries after a conflict with another transaction (at most 4 attempts).
 */
export async function withTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute((tx) => work(tx as Tx))
    } catch (error) {
      if (attempt >= MAX_TRIES || !RETRIABLE.has(sqlState(error))) throw error
    }
  }
}

/**
 * Runs a single-statement write, which is atomic by itself, without the round trips of begin and commit. Reads may follow it in
 * `work`.
 */
export const withStatement = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> => work(db as unknown as Tx)

/** Returns the SQLSTATE of a PostgreSQL error, or '' for any other error. */
function sqlState(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : ''
}
