import { sql } from 'kysely'
import { FEED_PAGE_SIZE } from '#contract/limits.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { isLive, isNotSensitive } from '#server/platform/db/live-memes-queries.ts'
import { isWanted, isWantedTemplate, unwanted } from '#server/platform/db/not-interested-filter-queries.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { isListed } from '#server/platform/db/viewer-filter-queries.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { CARDS_JOINED_BY, type CardVersion, cardVersions, readCardVersions } from '../memes/cards.ts'
import type { Audience } from './candidate-queries.ts'
import {
  NOTHING_KNOWN,
  type ReaderState,
  type StateRow,
  stateColumns,
  toState,
} from './catalogue/reader-state-queries.ts'
import type { Pick } from './rules.ts'

export interface FeedPageRow {
  id: string
  memeIds: string[]
  reasons: string[]
  hasMore: boolean
}

/** How many memes before a page count for its limits per creator and template. */
const GROUPS_BEFORE = FEED_PAGE_SIZE
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
  picks: readonly Pick[]
  /** How many picks the page holds. */
  limit: number
  /** Whether there are candidates beyond the picks. */
  hasMore: boolean
  /** Excludes sensitive memes for visitors. */
  isFirstView: boolean
}

interface FixedPage {
  row: FeedPageRow
  /** Versions of the page's cards; undefined if another request fixed the page first. */
  versions: CardVersion[] | undefined
}

const JOINED_BY = ' '

/**
 * Fixes a page to the first `limit` picks that may still be shown: picks that have been removed, hidden or changed since they
 * became candidates may not. If another request fixed the page first, returns that page.
 */
export async function fixPage(tx: Tx, viewer: Viewer, page: NewFeedPage): Promise<FixedPage> {
  const { id, visitId, userId, picks, limit } = page
  const joined = (values: string[], by: string) => sql`string_to_array(${values.join(by)}::text, ${sql.lit(by)})`
  const ids = picks.map((pick) => pick.id)
  const isSafe = viewer.kind === 'visitor' && page.isFirstView ? isNotSensitive() : sql`true`
  const fixed = await sql<{ has_more: boolean | null; cards: string | null }>`${prepared}
    with given as materialized (
      select ${joined(ids, JOINED_BY)}::uuid[] as ids,
        ${joined(
          picks.map(({ reason }) => reason),
          JOINED_BY,
        )} as reasons,
        ${joined(
          picks.map(({ group }) => group),
          GROUPS_JOINED_BY,
        )} as groups
    ), ${unwanted(viewer)} offered as materialized (
      ${cardVersions(viewer, sql`(select ids from given)::uuid[]`)}
        and ${isLive()} and ${isListed(viewer)} and ${isSafe} ${isWanted(viewer)} ${isWantedTemplate(viewer, 'mt')}
    ), shown as materialized (
      select id, card, place from (select id, card, array_position((select ids from given), id) as place from offered) x
      order by place limit ${limit}::int
    ), fixed as (
      insert into feed_pages (id, visit_id, page, user_id, meme_ids, reasons, groups, has_more)
      select ${id}::uuid, ${visitId}::uuid, ${page.page}::int, ${userId}::uuid, coalesce(array_agg(s.id order by place), '{}'),
        coalesce(array_agg(g.reasons[place] order by place), '{}'), coalesce(array_agg(g.groups[place] order by place), '{}'),
        ${page.hasMore}::boolean or (select count(*) from offered) > ${limit}::int
      from given g, shown s
      on conflict (visit_id, page) do nothing returning has_more
    )
    select (select has_more from fixed) as has_more, string_agg(card, ${sql.lit(CARDS_JOINED_BY)} order by place) as cards from shown`.execute(
    tx,
  )
  const { has_more: hasMore = null, cards = null } = fixed.rows[0] ?? {}
  if (hasMore === null) return { row: await findPage(tx, page), versions: undefined }
  const versions = readCardVersions(cards)
  const reasons = new Map(picks.map((pick) => [pick.id, pick.reason]))
  const memeIds = versions.map((version) => version.id)
  return { row: { id, memeIds, reasons: memeIds.map((one) => reasons.get(one) ?? ''), hasMore }, versions }
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
