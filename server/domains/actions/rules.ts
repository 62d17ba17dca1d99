import { COPY_WINDOW_SECONDS, FREQUENT_HALF_LIFE_DAYS, FREQUENT_POINTS, VIEW_WINDOW_SECONDS } from '#contract/limits.ts'
import type { ActionName } from '#contract/memes/actions.ts'

/** Actions that count once per viewer, meme and window (in seconds). All other actions are states. */
export const WINDOW_SECONDS = { view: VIEW_WINDOW_SECONDS, copy: COPY_WINDOW_SECONDS }

export const isWindowed = (action: ActionName): action is keyof typeof WINDOW_SECONDS => action in WINDOW_SECONDS

/** Replaces the viewer key of views in a cleared history. */
export const DELETED_VIEWER = 'forgotten'

const DAY_MS = 86_400_000
const EPOCH_MS = Date.UTC(2024, 0, 1)

/**
 * The weight of an action at a given time, on a fixed scale: points times 2^(days since 2024 / 14). Sums on this scale order
 * memes exactly as sums halved every 14 days do, without rewriting rows as time passes. Fits a double until 2062.
 */
export function scaledPoint(action: ActionName, now: Date): number {
  const points = action === 'dislike' ? 0 : FREQUENT_POINTS[action]
  return points * 2 ** ((now.getTime() - EPOCH_MS) / DAY_MS / FREQUENT_HALF_LIFE_DAYS)
}

/** Trending points of one trusted action: a copy weighs more than a like, a like more than a view. */
export const VOTE_POINTS: Record<ActionName, number> = { copy: 4, like: 2, 'add-to-album': 2, view: 0.1, dislike: 0 }

/** Weights of votes, with those of accounts created today in a separate sum. */
export interface Weight {
  weight: number
  young: number
}

export const NO_WEIGHT: Weight = { weight: 0, young: 0 }

/**
 * Returns the trending weight of a vote. The n-th vote of one kind from one network on one meme in a day weighs 1/n², so together
 * they stay below 1.65 votes. Votes on one's own memes weigh nothing.
 */
export function voteWeight(vote: {
  action: ActionName
  /** Earlier votes of this kind from this network on this meme today. */
  earlierFromAddress: number
  trust: number
  isYoung: boolean
  isOwn: boolean
}): Weight {
  if (vote.isOwn) return NO_WEIGHT
  const points = (VOTE_POINTS[vote.action] * vote.trust) / (Math.max(0, vote.earlierFromAddress) + 1) ** 2
  return vote.isYoung ? { weight: 0, young: points } : { weight: points, young: 0 }
}

export interface Deltas {
  views: number
  likes: number
  dislikes: number
  copies: number
}

export const NO_DELTAS: Deltas = { views: 0, likes: 0, dislikes: 0, copies: 0 }

export type Reaction = 'like' | 'dislike' | null

/** Returns the new reaction. `active` sets it explicitly; without `active`, repeating a reaction removes it. */
export function nextReaction(current: Reaction, action: 'like' | 'dislike', active: boolean | undefined): Reaction {
  if (active ?? current !== action) return action
  return current === action ? null : current
}

export function reactionDeltas(before: Reaction, after: Reaction): Deltas {
  const likes = Number(after === 'like') - Number(before === 'like')
  const dislikes = Number(after === 'dislike') - Number(before === 'dislike')
  return { ...NO_DELTAS, likes, dislikes }
}
