import { sql } from 'kysely'
import { FEED_DIVERSITY_WINDOW } from '#contract/limits.ts'
import type { Meme } from '#contract/memes/memes.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { DetailsDeps } from '../memes/lists/details.ts'
import { visibleOf } from '../memes/lists/filter.ts'
import { type HydratedMeme, hydrate } from '../memes/lists/hydrate.ts'
import { presentMeme } from '../memes/lists/present.ts'
import { type Audience, type FeedScope, feedScope } from './candidate-queries.ts'
import { EMPTY_STATE, type StateRow, stateColumns, toState, type ViewerState } from './catalog/viewer-state-queries.ts'
import type { PlacedMeme } from './rules.ts'

export interface FeedPageRow {
  id: string
  memeIds: string[]
  reasons: string[]
  hasMore: boolean
}

export interface FixedPage {
  row: FeedPageRow
  /** Those of its memes that the viewer may see, in order. */
  memes: Meme[]
}

/** Number of memes before a page that count for its limits per creator and template. */
const GROUPS_BEFORE = FEED_DIVERSITY_WINDOW
const GROUPS_JOINED_BY = ','

/** The state of a visit before a page. */
interface VisitState {
  /** The page, if already fixed. */
  fixed: FixedPage | undefined
  /** True if the first page that the cursor names exists. */
  isKnown: boolean
  /** Creator and template groups shown recently. */
  groups: string[]
  viewerState: ViewerState
}

/** Pages of a member show their taste, so that no one else may read them with a cursor. */
const isReadBy = ({ userId }: Audience, page: string) =>
  sql`(${sql.ref(`${page}.user_id`)} is null or ${sql.ref(`${page}.user_id`)} = ${userId}::uuid)`

/**
 * Returns the state of a visit and its viewer before a page, or only the page itself if it is fixed. Uses one statement, since each
 * costs a page about as much as the data it reads.
 */
export async function findVisit(deps: DetailsDeps, audience: Audience, page: number): Promise<VisitState> {
  const { visitId, firstPageId, viewer } = audience
  const visible = visibleOf(viewer, feedScope(audience), sql`(select page_memes from visit)::uuid[]`)
  const { rows, other: visit } = await hydrate<VisitRow>(deps, visible, (cards) => ({
    // `offset 0`: without it, PostgreSQL computes the state of every visit, also before a fixed page.
    before: sql`
    with visit as materialized (
      select first.id is not null as is_known, fixed.id as page_id, fixed.meme_ids as page_memes, fixed.reasons, fixed.has_more,
        (select string_agg(name, ${GROUPS_JOINED_BY} order by page, place) from (
          select p.page, g.name, g.place from feed_pages p, unnest(p.groups) with ordinality g (name, place)
          where (p.id = first.id or p.visit_id = ${visitId}::uuid) and p.page < ${page}::int
          order by p.page desc, g.place desc limit ${GROUPS_BEFORE}) x where fixed.id is null) as groups,
        state.*
      from (select) one
        left join feed_pages first on first.id = ${firstPageId}::uuid and ${isReadBy(audience, 'first')}
        left join feed_pages fixed on fixed.visit_id = ${visitId}::uuid and fixed.page = ${page}::int and fixed.id <> ${firstPageId}::uuid
          and ${isReadBy(audience, 'fixed')}
        left join lateral (select ${stateColumns(audience)} where fixed.id is null offset 0) state on true
    )`,
    cards,
    other: sql`select * from visit`,
  }))
  if (!visit) return { fixed: undefined, isKnown: false, groups: [], viewerState: EMPTY_STATE }
  return {
    fixed: visit.page_id === null ? undefined : toFixedPage(visit, visit.page_id, presentRows(rows, viewer)),
    isKnown: visit.is_known,
    groups: visit.groups?.split(GROUPS_JOINED_BY) ?? [],
    viewerState: toState(visit),
  }
}

function toFixedPage(visit: VisitRow, id: string, visible: Meme[]): FixedPage {
  const memeIds = visit.page_memes ?? []
  const byId = new Map(visible.map((meme) => [meme._id, meme]))
  return {
    row: { id, memeIds, reasons: visit.reasons ?? [], hasMore: visit.has_more === true },
    memes: memeIds.flatMap((memeId) => byId.get(memeId) ?? []),
  }
}

interface VisitRow extends StateRow {
  is_known: boolean
  page_id: string | null
  page_memes: string[] | null
  reasons: string[] | null
  has_more: boolean | null
  groups: string | null
}

export interface NewFeedPage {
  id: string
  visitId: string
  page: number
  userId: string | null
  /** Ranked memes, best first, including spares. */
  picks: readonly PlacedMeme[]
  /** Number of picks on the page. */
  limit: number
  /** True if there are candidates beyond the picks. */
  hasMore: boolean
  scope: FeedScope
}

const JOINED_BY = ' '

/**
 * Fixes a page to the first `limit` picks that pass the visibility filter: picks may have been removed, hidden or changed since
 * they became candidates. The same statement hydrates them. Returns undefined if another request fixed the page first.
 */
export async function fixPage(
  deps: { db: Tx } & DetailsDeps,
  viewer: Viewer,
  page: NewFeedPage,
): Promise<FixedPage | undefined> {
  const { id, visitId, userId, picks, limit } = page
  const joined = (values: string[], by: string) => sql`string_to_array(${values.join(by)}::text, ${sql.lit(by)})`
  const ids = picks.map((pick) => pick.id)
  const reasons = picks.map(({ reason }) => reason)
  const groups = picks.map(({ group }) => group)
  const visible = visibleOf(viewer, page.scope, sql`(select ids from given)::uuid[]`)
  const { rows, other: fixed } = await hydrate<{ has_more: boolean }>(deps, visible, (cards) => ({
    before: sql`
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
    )`,
    cards: sql`select * from shown order by place`,
    other: sql`select has_more from fixed`,
  }))
  if (!fixed) return undefined
  const memes = presentRows(rows, viewer)
  const reasonOf = new Map(picks.map((pick) => [pick.id, pick.reason]))
  const memeIds = memes.map(({ _id }) => _id)
  return {
    row: { id, memeIds, reasons: memeIds.map((one) => reasonOf.get(one) ?? ''), hasMore: fixed.has_more },
    memes,
  }
}

const presentRows = (rows: readonly HydratedMeme[], viewer: Viewer): Meme[] =>
  rows.map((row) => presentMeme(row, viewer))

export async function deletePagesBefore(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('feed_pages').where('created_at', '<', before).execute()
}

export async function deleteSeenBefore(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('feed_seen').where('seen_at', '<', before).execute()
}
