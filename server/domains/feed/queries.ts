import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/db.ts'
import { prepared } from '#server/db/prepared.ts'

export interface FeedPageRow {
  id: string
  memeIds: string[]
  reasons: string[]
  hasMore: boolean
}

interface VisitRow {
  id: string
  page: number
  meme_ids: string[]
  reasons: string[]
  groups: string[]
  has_more: boolean
}

/** Pages before the wanted one that are read for their creators and templates. */
const EARLIER_PAGES = 10

/** A visit's data for a page: the page, if already fixed; the start of the visit, if known; and the preceding pages. */
export async function findVisit(
  db: Db,
  visitId: string,
  firstPageId: string,
  page: number,
): Promise<{ fixed: FeedPageRow | undefined; isKnown: boolean; groups: string[] }> {
  const rows = await db
    .selectFrom('feed_pages')
    .modifyFront(prepared)
    .select(['id', 'page', 'meme_ids', 'reasons', 'groups', 'has_more'])
    .where((where) =>
      where.or([
        where('id', '=', firstPageId),
        where.and([
          where('visit_id', '=', visitId),
          where('page', '<=', page),
          where('page', '>=', page - EARLIER_PAGES),
        ]),
      ]),
    )
    .orderBy('page')
    .execute()
  const fixed = rows.find((row) => row.page === page && row.id !== firstPageId)
  return {
    fixed: fixed && toPage(fixed),
    isKnown: rows.some((row) => row.id === firstPageId),
    groups: rows.filter((row) => row.page < page).flatMap((row) => row.groups),
  }
}

export interface NewFeedPage extends FeedPageRow {
  visitId: string
  page: number
  userId: string | null
  groups: string[]
}

/** Fixes a page; if another request was first, returns that page. */
export async function insertPage(tx: Tx, page: NewFeedPage): Promise<FeedPageRow> {
  const inserted = await sql<{ id: string }>`${prepared}
    insert into feed_pages (id, visit_id, page, user_id, meme_ids, reasons, groups, has_more)
    values (${page.id}, ${page.visitId}, ${page.page}, ${page.userId}, ${page.memeIds}::uuid[], ${page.reasons}::text[], ${page.groups}::text[], ${page.hasMore})
    on conflict (visit_id, page) do nothing returning id`.execute(tx)
  if (inserted.rows.length > 0) return page
  const first = await tx
    .selectFrom('feed_pages')
    .select(['id', 'page', 'meme_ids', 'reasons', 'groups', 'has_more'])
    .where('visit_id', '=', page.visitId)
    .where('page', '=', page.page)
    .executeTakeFirstOrThrow()
  return toPage(first)
}

const toPage = (row: VisitRow): FeedPageRow => ({
  id: row.id,
  memeIds: row.meme_ids,
  reasons: row.reasons,
  hasMore: row.has_more,
})

export async function deletePagesBefore(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('feed_pages').where('created_at', '<', before).execute()
}

export async function deleteSeenBefore(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('feed_seen').where('seen_at', '<', before).execute()
}
