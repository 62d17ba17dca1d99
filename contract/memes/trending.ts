import * as z from 'zod'
import { defineCall } from '../call.ts'
import { TRENDING_PAGE_SIZE } from '../limits.ts'
import { Count, Id, memePage, OpaqueCursor, okData, optional, pageLimit, queryNumber } from '../primitives.ts'
import { Meme } from './memes.ts'

export const PERIODS = ['24h', '7d', '1m'] as const
export const Period = z.enum(PERIODS)
export type Period = z.infer<typeof Period>

export const TrendingMeme = z
  .object({ rank: z.int().min(1), meme: Meme, likeCount: Count, copyCount: Count, viewCount: Count, score: z.number() })
  .meta({ id: 'TrendingMeme', description: 'The counts are gains within the period' })
export type TrendingMeme = z.infer<typeof TrendingMeme>

export const TrendingUser = z
  .object({
    _id: Id,
    displayName: z.string(),
    username: z.string(),
    bio: z.string(),
    avatarUrl: z.string().nullable(),
    rank: z.int().min(1),
    analytics: z.object({
      followersGained: Count,
      totalFollowers: Count,
      memesPosted: Count,
      totalMemes: Count,
      likesReceived: Count,
      totalLikes: Count,
      copiesReceived: Count,
      totalCopies: Count,
      viewsReceived: Count,
      totalViews: Count,
    }),
    viewer: z.object({ isFollowing: z.boolean(), isFollowedBy: z.boolean(), isSelf: z.boolean() }).optional(),
  })
  .meta({ id: 'TrendingUser' })
export type TrendingUser = z.infer<typeof TrendingUser>

const anyone = { tag: 'trending', auth: 'public' } as const

export const listTrendingMemes = defineCall('GET /trending-memes', {
  ...anyone,
  shared: 1,
  summary: 'List trending memes, by their gains',
  query: z.object({
    period: Period.default('24h'),
    limit: pageLimit(TRENDING_PAGE_SIZE),
    cursor: optional(OpaqueCursor),
  }),
  response: memePage(TrendingMeme),
})

export const listTrendingUsers = defineCall('GET /users/trending', {
  ...anyone,
  shared: 1,
  summary: 'List trending people, by their own gains and those of their memes',
  query: z.object({
    timeFrame: Period.default('24h'),
    page: queryNumber(z.int().min(1).max(1000)).default(1),
    limit: pageLimit(TRENDING_PAGE_SIZE),
  }),
  response: okData(z.array(TrendingUser)).extend({
    page: z.int(),
    limit: z.int(),
    total: z.int(),
    hasNext: z.boolean(),
  }),
})
