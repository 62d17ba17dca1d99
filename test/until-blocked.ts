import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '#server/platform/db/db.ts'

/** Waits until a transaction waits for a row that another one has locked; only for PostgreSQL. */
export async function untilBlocked(db: Db): Promise<void> {
  const waiting = sql`select from pg_locks where not granted and locktype in ('transactionid', 'tuple')`
  await expect.poll(async () => (await waiting.execute(db)).rows.length).toBeGreaterThan(0)
}
