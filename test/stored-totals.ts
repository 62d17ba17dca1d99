import { sql } from 'kysely'
import { findSiteUse } from '#server/domains/memes/quota-queries.ts'
import type { Db } from '#server/platform/db/db.ts'

/** What the site and each member store, as counted by triggers and as it is. */
export async function storedTotals(db: Db) {
  const { rows: members } = await sql<{ id: string; counted: string; real: string }>`
    select u.id, u.stored_memes || ' memes, ' || u.stored_bytes || ' bytes' as counted,
      (select count(*) || ' memes, ' || coalesce(sum((select sum(b.bytes) from blobs b
          where b.key in (m.blob_origin, m.blob_medium, m.blob_small))), 0) || ' bytes'
        from memes m where m.user_id = u.id and m.status <> 'removed') as real
    from users u order by u.id`.execute(db)
  const { rows: site } = await sql<{ memes: number; bytes: number }>`
    select (select count(*) from memes where status <> 'removed')::float8 as memes,
      (select coalesce(sum(bytes), 0) from blobs where pending_until is null)::float8 as bytes`.execute(db)
  return {
    counted: { site: await findSiteUse(db), members: members.map(({ id, counted }) => `${id}: ${counted}`) },
    real: { site: site[0], members: members.map(({ id, real }) => `${id}: ${real}`) },
  }
}
