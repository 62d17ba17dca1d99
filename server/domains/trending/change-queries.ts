import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

/** All that the lists are made of. */
const COUNTED = ['meme_hours', 'user_hours', 'follows', 'memes', 'users']

/**
 * How many rows were ever written to what the lists are made of, as the database counts them for its vacuums: another text once a row was
 * written, within ten seconds. Null where it does not count.
 */
export async function countChanges(db: Db): Promise<string | null> {
  // What this connection has written is told after a second otherwise.
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const found = await sql<{ changes: string | null }>`
    select string_agg(concat_ws(' ', c.relname, pg_stat_get_tuples_inserted(c.oid), pg_stat_get_tuples_updated(c.oid),
      pg_stat_get_tuples_deleted(c.oid)), ', ' order by c.relname) as changes
    from unnest(${COUNTED}::text[]) name join pg_class c on c.oid = name::regclass
    where current_setting('track_counts') = 'on'`.execute(db)
  return found.rows[0]?.changes ?? null
}
