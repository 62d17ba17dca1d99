import { sql } from 'kysely'
import type { Period } from '#contract/memes/trending.ts'
import type { Db } from '#server/platform/db/db.ts'
import { isLive, isNotSensitive } from '#server/platform/db/live-memes-queries.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { isListed, isPersonShown } from '#server/platform/db/viewer-filter-queries.ts'
import type { Viewer } from '#server/platform/viewer.ts'

export interface TrendingMemeRow {
  generation: string
  rank: number
  meme_id: string
  likes: number
  copies: number
  views: number
  score: number
}

/** Returns a range of one list: of the given generation, or of the newest if that is gone or not given. */
export async function findTrendingMemes(
  db: Db,
  period: Period,
  viewer: Viewer,
  after: { generation: string | null; rank: number },
  limit: number,
): Promise<TrendingMemeRow[]> {
  const found = await sql<TrendingMemeRow>`${prepared}
    with list as (
      select coalesce((select generation from trending_generations where generation = ${after.generation}::bigint),
        (select max(generation) from trending_generations)) as generation
    )
    select t.generation::text, t.rank, t.meme_id, t.likes, t.copies, t.views, t.score
    from trending_memes t
    where t.generation = (select generation from list) and t.period = ${period} and t.rank > ${after.rank}
      and (select ${isNotSensitive()} and ${isListed(viewer)} from memes m where m.id = t.meme_id)
    order by t.rank limit ${limit}`.execute(db)
  return found.rows
}

export interface TrendingUserRow {
  rank: number
  id: string
  username: string
  display_name: string
  bio: string
  avatar_small: string | null
  followers_count: number
  memes_count: number
  followers: number
  memes: number
  likes: number
  copies: number
  views: number
  total_likes: number
  total_copies: number
  total_views: number
  is_following: boolean
  is_followed_by: boolean
  is_self: boolean
}

/** The newest list of people, without those suspended since and those hidden from the viewer. */
const listedUsers = (period: Period, viewer: Viewer) => sql`
  select t.*, row_number() over (order by t.rank) as position from trending_users t
  where t.generation = (select max(generation) from trending_generations) and t.period = ${period}
    and t.user_id not in (select u.id from users u where u.suspended_at is not null)
    and ${isPersonShown(viewer, 't.user_id', 'lists')}`

/**
 * Returns one page of the newest list of people with current totals, their relation to the viewer, and the length of the list.
 */
export async function findTrendingUsers(
  db: Db,
  period: Period,
  viewer: Viewer,
  offset: number,
  limit: number,
): Promise<{ rows: TrendingUserRow[]; total: number }> {
  const viewerId = viewer.kind === 'member' ? viewer.userId : null
  const found = await sql<Partial<TrendingUserRow> & { total: number }>`${prepared}
    with listed as materialized (${listedUsers(period, viewer)})
    select (select count(*)::int from listed) as total, page.* from (values (true)) v left join (
      select t.rank, t.position, u.id, u.username, u.display_name, u.bio, u.avatar_small, u.followers_count, u.memes_count,
        t.followers, t.memes, t.likes, t.copies, t.views, totals.likes as total_likes, totals.copies as total_copies, totals.views as total_views,
        exists (select from follows f where f.follower_id = ${viewerId} and f.followed_id = u.id) as is_following,
        exists (select from follows f where f.follower_id = u.id and f.followed_id = ${viewerId}) as is_followed_by,
        coalesce(u.id = ${viewerId}::uuid, false) as is_self
      from listed t join users u on u.id = t.user_id,
      lateral (select coalesce(sum(s.like_count), 0)::int as likes, coalesce(sum(s.copy_count), 0)::int as copies,
          coalesce(sum(s.view_count), 0)::int as views
        from memes m join meme_stats s on s.meme_id = m.id where m.user_id = u.id and ${isLive()}) totals
      where t.position > ${offset} and t.position <= ${offset + limit}
    ) page on true order by page.position`.execute(db)
  return { rows: found.rows.filter(isEntry), total: found.rows[0]?.total ?? 0 }
}

/** A page without entries is one row that contains only the total. */
const isEntry = <R extends Partial<TrendingUserRow>>(row: R): row is R & TrendingUserRow =>
  row.id !== undefined && row.id !== null
