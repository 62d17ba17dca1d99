import { sql } from 'kysely'
import type { Period } from '#contract/memes/trending.ts'
import type { Db } from '#server/platform/db/db.ts'
import { isLive, isNotSensitive } from '#server/platform/db/live-memes-queries.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { isListed } from '#server/platform/db/viewer-filter-queries.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { PeopleSource } from '../users/lists/people-source.ts'

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

/** What a person gained in the period, and the totals of their live memes. */
export interface TrendingGains {
  followers: number
  memes: number
  likes: number
  copies: number
  views: number
  totals: { likes: number; copies: number; views: number }
}

/** The newest list of people. */
export const trendingPeopleSource = (period: Period): PeopleSource<TrendingGains> => ({
  candidates: sql`
    select user_id as person_id, rank, followers, memes, likes, copies, views from trending_users
    where generation = (select max(generation) from trending_generations) and period = ${period}`,
  order: sql`c.rank`,
  details: sql`(select jsonb_build_object('likes', coalesce(sum(s.like_count), 0), 'copies', coalesce(sum(s.copy_count), 0),
      'views', coalesce(sum(s.view_count), 0))
    from memes m join meme_stats s on s.meme_id = m.id where m.user_id = u.id and ${isLive()}) as totals`,
})
