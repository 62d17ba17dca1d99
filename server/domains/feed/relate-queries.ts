import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { isLive } from '../memes/lists/states.ts'
import { TOP_MEMES_PER_TAG } from '../search/rules.ts'

const NEIGHBOURS_ALIKE = 10
const NEIGHBOURS_BY_TASTE = 30
/** Maximum fans per meme and memes per fan, which bounds the cost of popular memes. */
const FANS_MAX = 100
const LIKES_OF_A_FAN = 40
/** Over-fetch factor: the same person may have liked, copied and saved a meme. */
const READ_FOR_ONE = 2
/** Recompute a meme's neighbors after its fans grew by this share, or after this many hours if it gained any. */
const NEW_FANS_SHARE = 0.1
const RELATED_HOURS = 24
/** Minimum likeness of related pictures. */
const LIKENESS_FLOOR = 0.5
/** Number of memes of a creator that are considered, and the minimum share of tagged ones for a tag to count as usual. */
const CREATOR_SAMPLE = 50
const USUAL_SHARE = 0.3
/** Minimum minutes between rankings of a full list, since ranking reads all memes of its tag. */
const RANKED_MINUTES = 60

export interface Alike {
  memeId: string
  otherId: string
  likeness: number
}

/** Returns memes with a picture measured since they were last compared, in id order (oldest first), after the id `after`. */
export async function findUncompared(db: Db, after: string, limit: number): Promise<{ id: string; version: number }[]> {
  return db
    .selectFrom('uncompared_memes')
    .select(['meme_id as id', 'visual_version as version'])
    .where('meme_id', '>', after)
    .orderBy('meme_id')
    .limit(limit)
    .execute()
}

export async function countUncompared(db: Db): Promise<number> {
  const found = await sql<{ count: number }>`select count(*)::int as count from uncompared_memes`.execute(db)
  return found.rows[0]?.count ?? 0
}

/** Returns the nearest neighbors of each meme, nearest first. */
export async function findAlike(db: Db, memeIds: string[]): Promise<Alike[]> {
  const found = await sql<{ meme_id: string; other_id: string; likeness: number }>`
    select p.meme_id, n.meme_id as other_id, n.likeness
    from meme_vectors p, lateral (
      select v.meme_id, 1 - (v.visual <=> p.visual) as likeness from meme_vectors v
      where v.meme_id <> p.meme_id order by v.visual <=> p.visual limit ${NEIGHBOURS_ALIKE}
    ) n
    where p.meme_id = any(${memeIds}::uuid[]) and n.likeness >= ${LIKENESS_FLOOR}
    order by p.meme_id, n.likeness desc`.execute(db)
  return found.rows.map((row) => ({
    memeId: row.meme_id,
    otherId: row.other_id,
    likeness: row.likeness,
  }))
}

export async function saveAlike(tx: Tx, ids: string[], alike: Alike[]): Promise<void> {
  await sql`delete from similar_memes where meme_id = any(${ids}::uuid[])`.execute(tx)
  await sql`
    insert into similar_memes (meme_id, other_id, likeness)
    select a.meme_id, a.other_id, a.likeness
    from unnest(${alike.map((pair) => pair.memeId)}::uuid[], ${alike.map((pair) => pair.otherId)}::uuid[], ${alike.map((pair) => pair.likeness)}::real[])
      a (meme_id, other_id, likeness)
    where exists (select from memes m where m.id = a.meme_id) and exists (select from memes m where m.id = a.other_id)
    on conflict do nothing`.execute(tx)
}

/** Returns true if no meme has neighbors yet. */
export async function hasNoNeighbors(db: Db): Promise<boolean> {
  const found = await sql<{ none: boolean }>`select not exists (select from meme_neighbours) as none`.execute(db)
  return found.rows[0]?.none ?? true
}

const isApproval = sql`a.delta > 0 and a.action in ('like', 'copy', 'add-to-album')`
const approvalsOf = (stats: string) => sql.raw(`(${stats}.like_count + ${stats}.copy_count)`)

/**
 * Returns the memes liked, copied or saved since a given time that need their neighbors recomputed, most recent first. Skips
 * memes that gained too few new fans for a noticeable change.
 * @param isFirst returns all of them
 */
export async function findApproved(db: Db, since: Date, limit: number, isFirst = false): Promise<string[]> {
  const found = await sql<{ meme_id: string }>`
    select a.meme_id from (select a.meme_id, max(a.at) as at from actions a where a.at >= ${since} and ${isApproval} group by 1) a
      join meme_stats s on s.meme_id = a.meme_id left join related_memes r on r.meme_id = a.meme_id
    where ${isFirst} or r.meme_id is null or r.related_at < now() - make_interval(hours => ${RELATED_HOURS})
      or ${approvalsOf('s')} - r.approvals >= greatest(1, ${NEW_FANS_SHARE}::float8 * least(r.approvals, ${FANS_MAX}))
    order by a.at desc, a.meme_id limit ${limit}`.execute(db)
  return found.rows.map((row) => row.meme_id)
}

/** Marks the neighbors of these memes as computed. */
export async function markRelated(tx: Tx, memeIds: string[]): Promise<void> {
  await sql`
    insert into related_memes (meme_id, approvals)
    select s.meme_id, ${approvalsOf('s')} from meme_stats s where s.meme_id = any(${memeIds}::uuid[]) order by s.meme_id
    on conflict (meme_id) do update set related_at = excluded.related_at, approvals = excluded.approvals`.execute(tx)
}

/** Returns the approximate number of approvals, used to discount the fans that popular memes share by chance. */
export async function countApprovals(db: Db): Promise<number> {
  const found = await sql<{ count: number }>`
    select coalesce(sum(greatest(like_count, copy_count)), 0)::float8 as count from meme_stats`.execute(db)
  return found.rows[0]?.count ?? 0
}

/**
 * Replaces the taste neighbors of the given memes. The weight is the log of the ratio of shared fans to the number expected if
 * people liked at random, with one added to both, which pulls it toward 0 where fans are few (item-to-item filtering, Linden et
 * al. 2003, by lift instead of cosine: universal popularity is no evidence of taste). Fans are members, and visitors within a
 * day.
 */
export async function replaceNeighbors(tx: Tx, memeIds: string[], approvals: number): Promise<void> {
  await sql`delete from meme_neighbours where meme_id = any(${memeIds}::uuid[])`.execute(tx)
  // Read the latest approvals in index order. The planner's estimates fit an average meme, but a popular one has thousands of
  // times as many.
  await sql`select set_config('enable_bitmapscan', 'off', true), set_config('jit', 'off', true)`.execute(tx)
  await sql`
    with wanted as (select unnest(${memeIds}::uuid[]) as meme_id),
    fans as materialized (
      select w.meme_id, f.viewer_key from wanted w, lateral (
        select viewer_key from (
          select viewer_key, at from actions a where a.meme_id = w.meme_id and ${isApproval}
          order by at desc limit ${FANS_MAX * READ_FOR_ONE}
        ) recent group by viewer_key order by max(at) desc limit ${FANS_MAX}
      ) f
    ), tastes as materialized (
      select k.viewer_key, l.meme_id from (select distinct viewer_key from fans) k, lateral (
        select meme_id from (
          select meme_id, at from actions a where a.viewer_key = k.viewer_key and ${isApproval}
          order by at desc limit ${LIKES_OF_A_FAN * READ_FOR_ONE}
        ) recent group by meme_id order by max(at) desc limit ${LIKES_OF_A_FAN}
      ) l
    ), shared as (
      select f.meme_id, t.meme_id as other_id, count(*)::float8 as fans
      from fans f join tastes t on t.viewer_key = f.viewer_key and t.meme_id <> f.meme_id
      group by 1, 2
    ), weighed as (
      select s.meme_id, s.other_id,
        ln((1 + s.fans) / (1 + of_fans.approvals * greatest(b.like_count, b.copy_count) / ${Math.max(1, approvals)}::float8)) as weight
      from shared s join (select meme_id, sum(fans) as approvals from shared group by 1) of_fans using (meme_id)
        join meme_stats b on b.meme_id = s.other_id
    ), ranked as (
      select *, row_number() over (partition by meme_id order by weight desc, other_id) as position from weighed where weight > 0
    )
    insert into meme_neighbours (meme_id, neighbour_id, weight)
    select meme_id, other_id, weight from ranked where position <= ${NEIGHBOURS_BY_TASTE}
    on conflict do nothing`.execute(tx)
  await sql`set local enable_bitmapscan to default`.execute(tx)
}

/** Returns the tags of these memes that need their best memes recomputed. */
export async function findTagsToRank(db: Db, memeIds: string[]): Promise<string[]> {
  const found = await sql<{ tag: string }>`
    select t.tag from (select distinct unnest(tags) as tag from memes where id = any(${memeIds}::uuid[])) t
    where not exists (
      select from top_memes_by_tag b where b.tag = t.tag and b.rank = ${TOP_MEMES_PER_TAG}
        and b.ranked_at > now() - make_interval(mins => ${RANKED_MINUTES})
    ) order by t.tag`.execute(db)
  return found.rows.map((row) => row.tag)
}

/** Recomputes the best proven memes of these tags. */
export async function replaceTopMemesByTag(tx: Tx, tags: string[]): Promise<void> {
  await sql`delete from top_memes_by_tag where tag = any(${tags}::text[])`.execute(tx)
  await sql`
    insert into top_memes_by_tag (tag, rank, meme_id)
    select t.tag, best.rank, best.id from unnest(${tags}::text[]) t (tag), lateral (
      select m.id, row_number() over (order by proven_share(s.view_count, s.like_count, s.copy_count, s.dislike_count) desc, m.id desc) as rank
      from memes m join meme_stats s on s.meme_id = m.id
      where m.tags @> array[t.tag] and ${isLive()} order by rank limit ${TOP_MEMES_PER_TAG}
    ) best`.execute(tx)
}

/** Recomputes the usual tags of these memes' creators. A single tagged meme counts half as much as ten. */
export async function replaceUsualTags(tx: Tx, memeIds: string[]): Promise<void> {
  const creators = sql`select distinct user_id from memes where id = any(${memeIds}::uuid[]) and user_id is not null`
  await sql`delete from creator_tags where user_id in (${creators})`.execute(tx)
  await sql`
    with tagged as (
      select c.user_id, m.id, m.tags from (${creators}) c, lateral (
        select id, tags from (
          select m.id, m.tags from memes m where m.user_id = c.user_id and ${isLive()}
          order by m.created_at desc, m.id desc limit ${2 * CREATOR_SAMPLE}
        ) recent where tags <> '{}' limit ${CREATOR_SAMPLE}
      ) m
    ), shares as (
      select t.user_id, tag, count(*) / (1.0 + of.memes) as share
      from tagged t join (select user_id, count(*) as memes from tagged group by 1) of using (user_id), unnest(t.tags) tag
      group by t.user_id, tag, of.memes
    )
    insert into creator_tags (user_id, tags, shares)
    select user_id, array_agg(tag order by share desc, tag), array_agg(share::real order by share desc, tag)
    from shares where share >= ${USUAL_SHARE} group by user_id order by user_id
    on conflict do nothing`.execute(tx)
}
