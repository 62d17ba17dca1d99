import * as z from 'zod'
import { defineCall } from '../call.ts'
import { FEED_PAGE_SIZE, TAG_MAX_CHARS } from '../limits.ts'
import { memePage, OpaqueCursor, optional, pageLimit, text, upTo } from '../primitives.ts'
import { Meme } from './memes.ts'

export const FEED_REASONS = ['fresh', 'popular', 'similar', 'taste', 'following', 'explore'] as const
export const FeedReason = z.enum(FEED_REASONS)
export type FeedReason = z.infer<typeof FeedReason>

export const FeedMeme = Meme.extend({ reason: FeedReason.optional() }).meta({ id: 'FeedMeme' })
export type FeedMeme = z.infer<typeof FeedMeme>

const Tag = text()
  .refine(...upTo(TAG_MAX_CHARS))
  .describe('Only memes with this hashtag, written without #')

/** Filters a list of the home page to memes that have both hashtags. */
const byTags = { cat: optional(Tag), cat2: optional(Tag) }

/** The chronological lists next to the recommendations. */
const byTime = {
  tag: 'feed',
  query: z.object({ limit: pageLimit(FEED_PAGE_SIZE), cursor: optional(OpaqueCursor), ...byTags }),
  response: memePage(Meme),
} as const

export const listFollowingFeed = defineCall('GET /feed/following', {
  ...byTime,
  auth: 'member',
  summary: 'List memes of followed people and tags, newest first',
})

export const listNewFeed = defineCall('GET /feed/new', {
  ...byTime,
  shared: 1,
  auth: 'public',
  summary: 'List all memes, newest first',
})

export const getFeed = defineCall('GET /recommendation-feed', {
  shared: 1,
  tag: 'feed',
  auth: 'public',
  summary: 'Get one page of the feed; without a cursor, starts a new visit',
  query: z.object({
    limit: pageLimit(FEED_PAGE_SIZE),
    cursor: optional(OpaqueCursor),
    ...byTags,
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ success: z.literal(true), recommendations: z.array(FeedMeme) }),
    hasMore: z.boolean(),
    nextCursor: z.string().nullable(),
  }),
})
