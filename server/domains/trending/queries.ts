import { sql } from 'kysely'
import type { Period } from '#contract/memes/trending.ts'
import { isLive } from '../memes/lists/states.ts'
import type { PeopleSource } from '../users/lists/people-source.ts'

/** A person's gains in the period, and the totals of their live memes. */
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
