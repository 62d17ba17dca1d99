import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { isVisible } from '../memes/lists/scopes.ts'
import { isLive } from '../memes/lists/states.ts'
import { type KnownMemeRow, toKnownMeme } from './catalog/known-meme.ts'
import { joinKnownMeme, knownMemeColumns } from './catalog/known-meme-queries.ts'
import type { Candidate } from './rules.ts'
import type { Interests } from './taste.ts'

/** The viewer that candidates are for, and the position in their visit. */
export interface Audience {
  visitId: string
  firstPageId: string | null
  viewer: Viewer
  /** A member's id; null for visitors. */
  userId: string | null
  /** The viewer's key in the action ledger. */
  viewerKey: string
  /** Ignore earlier actions: under a visitor's key, they may be another person's. */
  since: Date
  tags: string[]
}

/** Maximum candidates per source. */
export const SOURCE_LIMITS = {
  taste: 90,
  similar: 90,
  creators: 60,
  following: 60,
  popular: 200,
  fresh: 80,
  explore: 48,
} as const
export const EACH_TAG = { best: 24, newest: 8 } as const
/** A popular meme is a neighbor of thousands. Read only its strongest reverse relations per liked meme. */
export const BACKWARD_MAX = 20
/** Newest memes read per liked creator. */
export const EACH_CREATOR = 8
/** Most recently followed people to read, and newest memes per person. */
export const FOLLOWED = { people: 100, each: 4 } as const
const EXPLORE_MOMENTS = 12
export const SEEN_DAYS = 30
/** Number of a member's recent pages that count as served. Their memes rank slightly lower. */
export const SERVED_PAGES = 12

/** The inputs of candidate generation, plus the memes that the viewer acted on and so has seen. */
export interface GenerationInputs extends Interests {
  acted: string[]
}

/**
 * Returns a page's candidates with all ranking inputs, in one statement. `offset 0` prevents the planner from scanning a whole
 * table for a few hundred rows. Each source reads one index range: memes liked by people with the viewer's taste, memes that
 * look like those the viewer liked, other memes of their liked creators, the best and newest of their tags, followed people,
 * the best proven, the newest, and a few from random moments. Leaves out memes shown in this visit. Memes that a member has
 * seen within 30 days are only added with `isSeen`, newest first, for when nothing else is left.
 */
export async function findCandidates(
  db: Db,
  audience: Audience,
  search: GenerationInputs,
  rest: number,
): Promise<Candidate[]> {
  const all = sql`${ofReader(audience, search)} union all ${ofAll(audience, rest)}`
  const found = await sql<CandidateRow>`
    with ${viewerParts(audience, search)}, pool as (${all}), merged as (
      select id, coalesce(sum(worth) filter (where source = 'taste'), 0) as taste, coalesce(sum(worth) filter (where source = 'similar'), 0) as alike,
        bool_or(source = 'following') as followed, bool_or(source in ('fresh', 'explore', 'rest')) as ordinary, bool_and(source = 'rest') as only_rest
      from pool group by id
    )
    select ${knownMemeColumns}, c.taste, c.alike, c.followed, c.ordinary, c.only_rest and c.id in (select id from seen) as seen,
      c.id in (select id from served) as served
    from merged c, ${joinKnownMeme}`.execute(db)
  return found.rows.map((row) => ({
    ...toKnownMeme(row),
    taste: row.taste,
    alike: row.alike,
    isFollowed: row.followed,
    isOrdinary: row.ordinary,
    isSeen: row.seen,
    isServed: row.served,
  }))
}

/** CTEs with the memes that the viewer was shown, liked, saw and was served recently. */
function viewerParts(
  { visitId, firstPageId, userId }: Audience,
  { liked, acted }: GenerationInputs,
): RawBuilder<unknown> {
  return sql`shown as materialized (
      select unnest(meme_ids) as id from feed_pages where visit_id = ${visitId} or id = ${firstPageId}
    ), liked as materialized (
      select l.meme_id, l.weight from unnest(${liked.map((one) => one.id)}::uuid[], ${liked.map((one) => one.weight)}::float8[]) l (meme_id, weight)
    ), seen as materialized (
      select id from shown union select unnest(${acted}::uuid[])
      union select meme_id from feed_seen where user_id = ${userId} and seen_at > now() - make_interval(days => ${SEEN_DAYS})
    ), served as materialized (
      select unnest(meme_ids) as id from (select meme_ids from feed_pages where user_id = ${userId} order by created_at desc limit ${SERVED_PAGES}) p
    )`
}

/** A visitor's first page excludes sensitive memes, since other people may see the screen. */
export type FeedScope = 'featured' | 'feed'
export const feedScope = ({ viewer, firstPageId }: Pick<Audience, 'viewer' | 'firstPageId'>): FeedScope =>
  viewer.kind === 'visitor' && firstPageId === null ? 'featured' : 'feed'

/** Conditions on the memes of all sources: `open` for all that may be shown, `unseen` for those the viewer has not seen. */
function conditions(audience: Audience) {
  const { viewer, tags } = audience
  const open = sql`${isVisible(viewer, feedScope(audience))} ${tags.length > 0 ? sql`and m.tags @> ${tags}::text[]` : sql``}`
  return { open, unseen: sql`${open} and m.id not in (select id from seen)` }
}

function ofReader(audience: Audience, search: GenerationInputs): RawBuilder<unknown> {
  const { open, unseen } = conditions(audience)
  return sql`
    ${relatives('taste', { table: 'meme_neighbours', other: 'neighbour_id', worth: 'weight' }, open)}
    union all
    ${relatives('similar', { table: 'similar_memes', other: 'other_id', worth: 'likeness' }, open)}
    union all
    (select x.id, 'tags', 0 from unnest(${search.tags}::text[]) g (tag),
      lateral (select m.id from top_memes_by_tag h join memes m on m.id = h.meme_id where h.tag = g.tag and ${unseen}
        order by h.rank limit ${EACH_TAG.best}) x)
    union all
    (select x.id, 'tags', 0 from unnest(${search.tags}::text[]) g (tag),
      lateral (select m.id from memes m where m.tags @> array[g.tag] and ${unseen} order by m.created_at desc, m.id desc limit ${EACH_TAG.newest}) x)
    union all
    (select x.id, 'creators', 0 from unnest(${search.creators}::uuid[]) c (user_id),
      lateral (select m.id from memes m where m.user_id = c.user_id and ${unseen} order by m.created_at desc, m.id desc limit ${EACH_CREATOR}) x
      limit ${SOURCE_LIMITS.creators})
    union all
    (select x.id, 'following', 0 from (select followed_id from follows where follower_id = ${audience.userId} order by created_at desc limit ${FOLLOWED.people}) f,
      lateral (select m.id, m.created_at from memes m where m.user_id = f.followed_id and ${unseen} order by m.created_at desc, m.id desc limit ${FOLLOWED.each}) x
      order by x.created_at desc limit ${SOURCE_LIMITS.following})`
}

function ofAll(audience: Audience, rest: number): RawBuilder<unknown> {
  const { open, unseen } = conditions(audience)
  return sql`
    (select m.id, 'popular', 0 from meme_stats s join memes m on m.id = s.meme_id where ${unseen}
      order by proven_share(s.view_count, s.like_count, s.copy_count, s.dislike_count) desc, s.meme_id desc limit ${SOURCE_LIMITS.popular})
    union all
    (select m.id, 'fresh', 0 from memes m where ${unseen} order by m.created_at desc, m.id desc limit ${SOURCE_LIMITS.fresh})
    union all
    (select x.id, 'explore', 0 from (
        select b.oldest + random() * (b.newest - b.oldest) as moment
        from (select min(created_at) as oldest, max(created_at) as newest from memes m where ${isLive()}) b,
          generate_series(1, ${EXPLORE_MOMENTS}::int)
      ) p, lateral (select m.id from memes m where m.created_at <= p.moment and ${unseen}
        order by m.created_at desc, m.id desc limit ${SOURCE_LIMITS.explore / EXPLORE_MOMENTS}::int) x)
    union all
    (select m.id, 'rest', 0 from memes m where ${open} and m.id not in (select id from shown)
      order by m.created_at desc, m.id desc limit ${rest})`
}

interface Relation {
  table: 'meme_neighbours' | 'similar_memes'
  other: string
  worth: string
}

/** Memes related to liked ones in either direction, weighted by relation strength and recency of the like. */
function relatives(source: 'taste' | 'similar', relation: Relation, open: RawBuilder<unknown>): RawBuilder<unknown> {
  const [table, other, worth] = [sql.table(relation.table), sql.ref(relation.other), sql.ref(relation.worth)]
  return sql`
    (select n.id, ${source}::text as source, n.worth from (
        select id, sum(worth)::float8 as worth from (
          select r.${other} as id, r.${worth} * l.weight as worth from liked l,
            lateral (select ${other}, ${worth} from ${table} where meme_id = l.meme_id offset 0) r
          union all select r.meme_id, r.${worth} * l.weight from liked l,
            lateral (select meme_id, ${worth} from ${table} where ${other} = l.meme_id order by ${worth} desc limit ${BACKWARD_MAX}) r
        ) pairs where id not in (select id from seen) group by id order by 2 desc limit ${SOURCE_LIMITS[source]}
      ) n, lateral (select m.id from memes m where m.id = n.id and ${open} offset 0) m)`
}

interface PersonalRow extends KnownMemeRow {
  taste: number
  alike: number
  followed: boolean
}

interface CandidateRow extends PersonalRow {
  ordinary: boolean
  seen: boolean
  served: boolean
}
