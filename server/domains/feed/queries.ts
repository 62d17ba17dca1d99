import { sql } from 'kysely'
import { FEED_PAGE_SIZE } from '#contract/limits.ts'
import type { Db, Tx } from '#server/db/db.ts'
import { prepared } from '#server/db/prepared.ts'
import { MEME_WRITTEN, MEMES_RELATED, VISIBILITY_CHANNEL } from '../memes/visibility.ts'
import type { Audience } from './candidate-queries.ts'
import {
  NOTHING_KNOWN,
  type ReaderState,
  type StateRow,
  stateColumns,
  toState,
} from './catalogue/reader-state-queries.ts'

export interface FeedPageRow {
  id: string
  memeIds: string[]
  reasons: string[]
  hasMore: boolean
}

/** The latest memes before a page whose creators and templates limit its own. */
const GROUPS_BEFORE = FEED_PAGE_SIZE
const GROUPS_JOINED_BY = ','

/** What a page of a visit begins with. */
interface VisitState {
  /** The page, if already fixed. */
  fixed: FeedPageRow | undefined
  /** Whether the visit began with the page that its cursor names. */
  isKnown: boolean
  /** Of what it showed last. */
  groups: string[]
  reader: ReaderState
}

/** A visit and its reader as they are before a page, in one statement: each costs a page about as much as what it reads. */
export async function findVisit(db: Db, audience: Audience, page: number): Promise<VisitState> {
  const { visitId, firstPageId } = audience
  const found = await sql<{ is_known: boolean; groups: string | null } & Nullable<VisitRow> & StateRow>`${prepared}
    select first.id is not null as is_known, fixed.id, fixed.meme_ids, fixed.reasons, fixed.has_more,
      (select string_agg(name, ${GROUPS_JOINED_BY} order by page, place) from (
        select p.page, g.name, g.place from feed_pages p, unnest(p.groups) with ordinality g (name, place)
        where (p.id = first.id or p.visit_id = ${visitId}::uuid) and p.page < ${page}::int
        order by p.page desc, g.place desc limit ${GROUPS_BEFORE}) x where fixed.id is null) as groups,
      ${stateColumns(audience)}
    from (select) one
      left join feed_pages first on first.id = ${firstPageId}::uuid
      left join feed_pages fixed on fixed.visit_id = ${visitId}::uuid and fixed.page = ${page}::int and fixed.id <> ${firstPageId}::uuid`.execute(
    db,
  )
  const row = found.rows[0]
  return {
    fixed: row && isWhole(row) ? toPage(row) : undefined,
    isKnown: row?.is_known === true,
    groups: row?.groups?.split(GROUPS_JOINED_BY) ?? [],
    reader: row ? toState(row) : NOTHING_KNOWN,
  }
}

interface VisitRow {
  id: string
  meme_ids: string[]
  reasons: string[]
  has_more: boolean
}

type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null }

const isWhole = (row: Nullable<VisitRow>): row is VisitRow => row.id !== null

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
    .select(['id', 'meme_ids', 'reasons', 'has_more'])
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

/** Tells every node, once this is committed, that there are new or edited memes. */
export async function tellOfWritten(tx: Tx): Promise<void> {
  await sql`select pg_notify(${VISIBILITY_CHANNEL}, ${MEME_WRITTEN})`.execute(tx)
}

/** Tells every node, once this is committed, that relations between memes were computed anew. */
export async function tellOfRelated(tx: Tx): Promise<void> {
  await sql`select pg_notify(${VISIBILITY_CHANNEL}, ${MEMES_RELATED})`.execute(tx)
}
