import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

/** Returns the storage of the site and of each member: counted by triggers, and recounted. One statement, since jobs may remove files meanwhile. */
export async function storedTotals(db: Db) {
  const { rows } = await sql<{ id: string; counted: string; real: string }>`
    select u.id::text, u.stored_memes || ' memes, ' || u.stored_bytes || ' bytes' as counted,
      (select count(*) || ' memes, ' || coalesce(sum((select sum(b.bytes) from blobs b
          where b.key in (m.blob_origin, m.blob_medium, m.blob_small))), 0) || ' bytes'
        from memes m where m.user_id = u.id and m.status <> 'removed') as real
    from users u
    union all
    select 'site', (select sum(memes) || ' memes, ' || sum(bytes) || ' bytes' from storage_changes),
      (select count(*) from memes where status <> 'removed') || ' memes, ' ||
      (select coalesce(sum(bytes), 0) from blobs where pending_until is null and not is_gif_rendition) || ' bytes'
    order by 1`.execute(db)
  return {
    counted: Object.fromEntries(rows.map(({ id, counted }) => [id, counted])),
    real: Object.fromEntries(rows.map(({ id, real }) => [id, real])),
  }
}
