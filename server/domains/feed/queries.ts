import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/db.ts'
import type { Candidate } from './rules.ts'

const NEWEST = 200
const MOST_LIKED = 200

export interface FeedPageRow {
  id: string
  memeIds: string[]
  reasons: string[]
}

/** Memes that a visit has not shown: the newest and the best liked, with what ranking needs. */
export async function findCandidates(db: Db, shown: string[], tags: string[]): Promise<Candidate[]> {
  const open = sql`m.status = 'ready' and m.deleted_at is null and not (m.id = any(${shown}::uuid[]))
    and m.tags @> ${tags}::text[]`
  const found = await sql<{
    id: string
    user_id: string | null
    created_at: Date
    view_count: number
    like_count: number
    copy_count: number
  }>`
    with chosen as (
      (select m.id from memes m where ${open} order by m.created_at desc, m.id desc limit ${NEWEST})
      union
      (select m.id from meme_stats s join memes m on m.id = s.meme_id where ${open} order by s.like_count + s.copy_count desc, m.id desc limit ${MOST_LIKED})
    )
    select m.id, m.user_id, m.created_at, s.view_count, s.like_count, s.copy_count
    from chosen c join memes m on m.id = c.id join meme_stats s on s.meme_id = c.id`.execute(db)
  return found.rows.map((row) => ({
    id: row.id,
    creatorId: row.user_id,
    createdAt: row.created_at,
    views: row.view_count,
    likes: row.like_count,
    copies: row.copy_count,
  }))
}

export async function findPage(db: Db, visitId: string, page: number): Promise<FeedPageRow | undefined> {
  const row = await db
    .selectFrom('feed_pages')
    .select(['id', 'meme_ids', 'reasons'])
    .where('visit_id', '=', visitId)
    .where('page', '=', page)
    .executeTakeFirst()
  return row && { id: row.id, memeIds: row.meme_ids, reasons: row.reasons }
}

/** All that a visit has shown: its first page, which visitors share, and the pages since. */
export async function findShown(
  db: Db,
  visitId: string,
  firstPageId: string,
): Promise<{ shown: string[]; isKnown: boolean }> {
  const rows = await db
    .selectFrom('feed_pages')
    .select(['id', 'meme_ids'])
    .where((where) => where.or([where('visit_id', '=', visitId), where('id', '=', firstPageId)]))
    .execute()
  return { shown: rows.flatMap((row) => row.meme_ids), isKnown: rows.some((row) => row.id === firstPageId) }
}

/** Fixes a page; when another request was first, its page stands. */
export async function insertPage(
  tx: Tx,
  page: { id: string; visitId: string; page: number; userId: string | null; memeIds: string[]; reasons: string[] },
): Promise<void> {
  await sql`
    insert into feed_pages (id, visit_id, page, user_id, meme_ids, reasons)
    values (${page.id}, ${page.visitId}, ${page.page}, ${page.userId}, ${page.memeIds}::uuid[], ${page.reasons}::text[])
    on conflict (visit_id, page) do nothing`.execute(tx)
}

export async function deletePagesBefore(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('feed_pages').where('created_at', '<', before).execute()
}

export async function countTags(db: Db, limit: number): Promise<{ tag: string; count: number }[]> {
  const found = await sql<{ tag: string; count: number }>`
    select tag, count(*)::int as count from memes, unnest(tags) tag
    where status = 'ready' and deleted_at is null group by tag order by count desc, tag limit ${limit}`.execute(db)
  return found.rows
}
