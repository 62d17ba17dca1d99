import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { liveMemes, visibleMemes } from '../memes/lists/visible-memes.ts'

/** Stores the origins of a new meme. Leaves out deleted ones and the meme itself. */
export async function insertOrigin(
  tx: Tx,
  memeId: string,
  from: { template: string | null; meme: string | null },
): Promise<void> {
  await sql`
    insert into meme_origins (meme_id, template_id, made_from_id)
    select ${memeId}, o.template_id, o.made_from_id from (select
      (select coalesce(t.merged_into, t.id) from templates t where t.id = ${from.template}::uuid) as template_id,
      (select m.id from ${liveMemes} where m.id = ${from.meme}::uuid and m.id <> ${memeId}) as made_from_id
    ) o where o.template_id is not null or o.made_from_id is not null`.execute(tx)
}

export interface OriginRow {
  made_from_id: string | null
  template_id: string | null
}

/** Returns the origins of a meme that lists may show; for a merged template, the one that it was merged into. */
export async function findOrigin(db: Db, viewer: Viewer, memeId: string): Promise<OriginRow | undefined> {
  const found = await sql<OriginRow>`
    select m.id as made_from_id, coalesce(t.merged_into, t.id) as template_id
    from meme_origins o left join templates t on t.id = o.template_id
      left join ${visibleMemes(viewer, 'offered')} on m.id = o.made_from_id
    where o.meme_id = ${memeId}`.execute(db)
  return found.rows[0]
}

export interface MadeRows {
  /** Ids, most liked first. */
  ids: string[]
  count: number
}

/** Maximum number of memes to count and rank; more are not counted. */
const MADE_MAX = 1000

/** Returns the live memes made from one that the viewer may see. */
export async function findMade(db: Db, viewer: Viewer, memeId: string, limit: number): Promise<MadeRows> {
  const found = await sql<{ id: string; count: number }>`
    select m.id, (count(*) over ())::int as count
    from (select meme_id from meme_origins where made_from_id = ${memeId} order by meme_id desc limit ${MADE_MAX}) o
      join ${visibleMemes(viewer, 'offered')} on m.id = o.meme_id join meme_stats s on s.meme_id = m.id
    order by s.like_count desc, m.id desc limit ${limit}`.execute(db)
  return { ids: found.rows.map(({ id }) => id), count: found.rows[0]?.count ?? 0 }
}
