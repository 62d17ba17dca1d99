import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '#server/platform/db/db.ts'

/** Waits until `count` transactions wait for rows or advisory locks that another one has locked; only for PostgreSQL. */
export async function untilBlocked(db: Db, count = 1): Promise<void> {
  const waiting = sql`select from pg_locks where not granted and locktype in ('transactionid', 'tuple', 'advisory')
    and (database is null or database = (select oid from pg_database where datname = current_database()))`
  await expect.poll(async () => (await waiting.execute(db)).rows.length).toBeGreaterThanOrEqual(count)
}
