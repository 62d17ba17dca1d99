import type { Generated } from 'kysely'
import type { Period } from '#contract/memes/trending.ts'
import type { DefaultTime, Maybe, MaybeTime, Time } from './column-types.ts'

/** Pages of feeds, and lists precomputed by jobs. */
export interface ListTables {
  feed_pages: {
    id: string
    visit_id: string
    page: number
    user_id: Maybe<string>
    meme_ids: string[]
    reasons: string[]
    groups: Generated<string[]>
    has_more: Generated<boolean>
    created_at: DefaultTime
  }
  feed_seen: { user_id: string; meme_id: string; seen_at: DefaultTime }
  creator_tags: { user_id: string; tags: string[]; shares: number[] }
  top_memes_by_tag: { tag: string; rank: number; meme_id: string; ranked_at: DefaultTime }
  meme_neighbours: { meme_id: string; neighbour_id: string; weight: number }
  related_memes: { meme_id: string; related_at: DefaultTime; approvals: number }
  similar_memes: { meme_id: string; other_id: string; likeness: number }
  trending_bases: {
    period: Period
    half_life_hours: number
    begins: Time
    until: Time
    decayed_to: Time
    follows_until: MaybeTime
    /** Minimum weight for storing a meme's sums. */
    floor: Generated<number>
  }
  trending_changes: { id: Generated<string>; user_id: string; at: Time; times: number; follower_since: MaybeTime }
  trending_generations: { generation: string; made_at: DefaultTime }
  trending_meme_sums: {
    period: Period
    meme_id: string
    likes: number
    copies: number
    views: number
    weight: number
    young_weight: number
  }
  trending_user_sums: {
    period: Period
    user_id: string
    likes: number
    copies: number
    views: number
    weight: number
    young_weight: number
    followers: Generated<number>
    memes: Generated<number>
    follow_weight: Generated<number>
    young_follow_weight: Generated<number>
  }
  trending_memes: {
    generation: string
    period: Period
    rank: number
    meme_id: string
    likes: number
    copies: number
    views: number
    score: number
  }
  trending_users: {
    generation: string
    period: Period
    rank: number
    user_id: string
    followers: number
    memes: number
    likes: number
    copies: number
    views: number
    score: number
  }
}
