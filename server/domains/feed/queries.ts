import { sql } from 'kysely'
import { FEED_DIVERSITY_WINDOW } from '#contract/limits.ts'
import type { Meme } from '#contract/memes/memes.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { visibleOf } from '../memes/lists/filter.ts'
import { hydrate } from '../memes/lists/hydrate.ts'
import { presentMeme } from '../memes/lists/present.ts'
import type { Audience, FeedScope } from './candidate-queries.ts'
import {
  NOTHING_KNOWN,
  type ReaderState,
  type StateRow,
  stateColumns,
  toState,
} from './catalogue/reader-state-queries.ts'
import type { PlacedMeme } from './rules.ts'

export interface FeedPageRow {
  id: string
  memeIds: string[]
  reasons: string[]
  hasMore: boolean
}

/** How many memes before a page count for its limits per creator and template. */
const GROUPS_BEFORE = FEED_DIVERSITY_WINDOW
const GROUPS_JOINED_BY = ','

/** The state of a visit before a page. */
interface VisitState {
  /** The page, if already fixed. */
  fixed: FeedPageRow | undefined
  /** Whether the first page that the cursor names exists. */
  isKnown: boolean
  /** Creator and template groups shown recently. */
  groups: string[]
  reader: ReaderState
}

/**
 * Returns the state of a visit and its reader before a page. Uses one statement, since each costs a page about as much as the
 * data it reads.
 */
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

export interface NewFeedPage {
  id: string
  visitId: string
  page: number
  userId: string | null
  /** Ranked memes, best first, including spares. */
  picks: readonly PlacedMeme[]
  /** How many picks the page holds. */
  limit: number
  /** Whether there are candidates beyond the picks. */
  hasMore: boolean
  scope: FeedScope
}

interface FixedPage {
  row: FeedPageRow
  /** The page's memes; undefined if another request fixed the page first. */
  memes: Meme[] | undefined
}

const JOINED_BY = ' '

/**
 * Fixes a page to the first `limit` picks that pass the visibility filter: picks may have been removed, hidden or changed since
 * they became candidates. The same statement hydrates them. If another request fixed the page first, returns that page.
 */
export async function fixPage(tx: Tx, viewer: Viewer, page: NewFeedPage): Promise<FixedPage> {
  const { id, visitId, userId, picks, limit } = page
  const joined = (values: string[], by: string) => sql`string_to_array(${values.join(by)}::text, ${sql.lit(by)})`
  const ids = picks.map((pick) => pick.id)
  const reasons = picks.map(({ reason }) => reason)
  const groups = picks.map(({ group }) => group)
  const visible = visibleOf(viewer, page.scope, sql`(select ids from given)::uuid[]`)
  const rows = await hydrate<{ has_more: boolean | null }>(
    tx,
    visible,
    (cards) => sql`
    with given as materialized (
      select ${joined(ids, JOINED_BY)}::uuid[] as ids, ${joined(reasons, JOINED_BY)} as reasons, ${joined(groups, GROUPS_JOINED_BY)} as groups
    ), offered as materialized (${cards}), shown as materialized (
      select o.*, array_position((select ids from given), o.id) as place from offered o order by place limit ${limit}::int
    ), fixed as (
      insert into feed_pages (id, visit_id, page, user_id, meme_ids, reasons, groups, has_more)
      select ${id}::uuid, ${visitId}::uuid, ${page.page}::int, ${userId}::uuid, coalesce(array_agg(s.id order by place), '{}'),
        coalesce(array_agg(g.reasons[place] order by place), '{}'), coalesce(array_agg(g.groups[place] order by place), '{}'),
        ${page.hasMore}::boolean or (select count(*) from offered) > ${limit}::int
      from given g, shown s
      on conflict (visit_id, page) do nothing returning has_more
    )
    select (select has_more from fixed) as has_more, s.* from (select) one left join shown s on true order by place`,
  )
  const hasMore = rows[0]?.has_more ?? null
  if (hasMore === null) return { row: await findPage(tx, page), memes: undefined }
  const memes = rows.flatMap((row) => (row.id === null ? [] : [presentMeme(row, viewer)]))
  const reasonOf = new Map(picks.map((pick) => [pick.id, pick.reason]))
  const memeIds = memes.map(({ _id }) => _id)
  return { row: { id, memeIds, reasons: memeIds.map((one) => reasonOf.get(one) ?? ''), hasMore }, memes }
}

async function findPage(db: Db, { visitId, page }: NewFeedPage): Promise<FeedPageRow> {
  const first = await db
    .selectFrom('feed_pages')
    .select(['id', 'meme_ids', 'reasons', 'has_more'])
    .where('visit_id', '=', visitId)
    .where('page', '=', page)
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
