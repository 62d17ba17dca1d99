import type { FeedMeme, FeedReason } from '#contract/feed.ts'
import type { Meme } from '#contract/memes.ts'

/** A meme of any list; one out of the feed says what brought it. */
export type MemeWithReason = Meme & Partial<Pick<FeedMeme, 'reason'>>

export const REASON_KEYS = {
  fresh: 'feed.why.fresh',
  popular: 'feed.why.popular',
  similar: 'feed.why.similar',
  taste: 'feed.why.taste',
  following: 'feed.why.following',
  explore: 'feed.why.explore',
} as const satisfies Record<FeedReason, string>

/** In a word or two. A grid in which nearly all are popular says nothing by saying so. */
export const SHORT_REASON_KEYS = {
  fresh: 'feed.short.fresh',
  popular: null,
  similar: 'feed.short.similar',
  taste: 'feed.short.taste',
  following: 'feed.short.following',
  explore: null,
} as const satisfies Record<FeedReason, string | null>
