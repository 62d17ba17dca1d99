import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'

/**
 * Marks memes as seen. Inserts in sorted order, so that two tabs of one member do not deadlock. Skips memes that are being
 * deleted.
 */
export async function saveSeen(tx: Tx, userId: string, memeIds: string[]): Promise<number> {
  const saved = await sql<{ count: number }>`
    with live as (select id from memes where id = any(${memeIds}::uuid[]) order by id for key share), saved as (
      insert into feed_seen (user_id, meme_id) select ${userId}, id from live order by id
      on conflict (user_id, meme_id) do update set seen_at = now() returning 1
    )
    select count(*)::int as count from saved`.execute(tx)
  return saved.rows[0]?.count ?? 0
}
