import type { FeedMeme, FeedReason } from '#contract/memes/feed.ts'
import type { Meme } from '#contract/memes/memes.ts'

/** A meme of any list. Memes from the feed include the reason why they were recommended. */
export type MemeWithReason = Meme & Partial<Pick<FeedMeme, 'reason'>>

/** One or two words per reason. Null for generic reasons: a label that nearly all tiles share carries no information. */
export const SHORT_REASON_KEYS = {
  fresh: 'feed.short.fresh',
  popular: null,
  similar: 'feed.short.similar',
  taste: 'feed.short.taste',
  following: 'feed.short.following',
  explore: null,
} as const satisfies Record<FeedReason, string | null>
