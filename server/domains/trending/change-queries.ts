import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

/** The tables that the lists are computed from. */
const COUNTED = ['meme_hours', 'user_hours', 'follows', 'memes', 'users']

/**
 * Returns the write counters of the tables that the lists are computed from, as a text that changes within ten seconds of a
 * write. PostgreSQL maintains these counters for autovacuum. Returns null if `track_counts` is off.
 */
export async function countChanges(db: Db): Promise<string | null> {
  // Flush this connection's counters; otherwise they would appear only after a second.
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const found = await sql<{ changes: string | null }>`
    select string_agg(concat_ws(' ', c.relname, pg_stat_get_tuples_inserted(c.oid), pg_stat_get_tuples_updated(c.oid),
      pg_stat_get_tuples_deleted(c.oid)), ', ' order by c.relname) as changes
    from unnest(${COUNTED}::text[]) name join pg_class c on c.oid = name::regclass
    where current_setting('track_counts') = 'on'`.execute(db)
  return found.rows[0]?.changes ?? null
}
