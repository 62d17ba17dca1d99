import type { MemeStats, MemeViewer } from '#contract/memes/memes.ts'

/** Like and dislike exclude each other: one setting with three values. */
export type Reaction = 'none' | 'like' | 'dislike'

export function reactionOf(viewer: MemeViewer | undefined): Reaction {
  if (viewer?.isLiked) return 'like'
  return viewer?.isDisliked ? 'dislike' : 'none'
}

/** Returns the reaction that a tap on like or dislike requests. */
export const tapped = (current: Reaction, tap: 'like' | 'dislike'): Reaction => (current === tap ? 'none' : tap)

/** Returns the action that changes one reaction into another. */
export function reactionCall(from: Reaction, to: Reaction): { action: 'like' | 'dislike'; active: boolean } | null {
  if (from === to) return null
  if (to !== 'none') return { action: to, active: true }
  return from === 'none' ? null : { action: from, active: false }
}

/** Returns the counts after the user's reaction changes; never below 0. */
export function withReaction(stats: MemeStats, from: Reaction, to: Reaction): MemeStats {
  const change = (kind: Reaction) => Number(to === kind) - Number(from === kind)
  return {
    ...stats,
    likeCount: Math.max(0, stats.likeCount + change('like')),
    dislikeCount: Math.max(0, stats.dislikeCount + change('dislike')),
  }
}
