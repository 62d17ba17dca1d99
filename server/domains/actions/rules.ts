import { createHmac } from 'node:crypto'
import type { ActionName } from '#contract/actions.ts'
import { COPY_WINDOW_SECONDS, FREQUENT_HALF_LIFE_DAYS, FREQUENT_POINTS, VIEW_WINDOW_SECONDS } from '#contract/limits.ts'
import type { Viewer } from '#server/viewer.ts'

/** Actions that count once per viewer, meme and window, in seconds; the others are states. */
export const WINDOW_SECONDS: Partial<Record<ActionName, number>> = {
  view: VIEW_WINDOW_SECONDS,
  copy: COPY_WINDOW_SECONDS,
}

const DAY_MS = 86_400_000
const EPOCH_MS = Date.UTC(2024, 0, 1)

/**
 * The weight of an action now, on a scale that never changes: points times 2^(days since 2024 / 14). Sums on this scale
 * order memes exactly as sums halved every 14 days do, without rewriting rows as time passes. Fits a double until 2062.
 */
export function scaledPoint(action: ActionName, now: Date): number {
  const points = action === 'dislike' ? 0 : FREQUENT_POINTS[action]
  return points * 2 ** ((now.getTime() - EPOCH_MS) / DAY_MS / FREQUENT_HALF_LIFE_DAYS)
}

/** Who did it, for windows: a member's id, or for a visitor a hash of address and agent whose key changes every day. */
export function viewerKey(secret: string, viewer: Viewer, now: Date): string {
  return viewer.kind === 'member' ? viewer.userId : dailyHash(secret, `${viewer.address} ${viewer.userAgent}`, now)
}

export function addressKey(secret: string, viewer: Viewer, now: Date): string {
  return dailyHash(secret, viewer.address, now)
}

function dailyHash(secret: string, text: string, now: Date): string {
  const salt = createHmac('sha256', secret)
    .update(`day ${now.toISOString().slice(0, 10)}`)
    .digest()
  return createHmac('sha256', salt).update(text).digest('base64url').slice(0, 24)
}

export interface Deltas {
  views: number
  likes: number
  dislikes: number
  copies: number
  albums: number
}

export const NO_DELTAS: Deltas = { views: 0, likes: 0, dislikes: 0, copies: 0, albums: 0 }

export type Reaction = 'like' | 'dislike' | null

/** What a reaction becomes: `active` sets it, without `active` the same reaction again takes it back. */
export function nextReaction(current: Reaction, action: 'like' | 'dislike', active: boolean | undefined): Reaction {
  if (active ?? current !== action) return action
  return current === action ? null : current
}

export function reactionDeltas(before: Reaction, after: Reaction): Deltas {
  const likes = Number(after === 'like') - Number(before === 'like')
  const dislikes = Number(after === 'dislike') - Number(before === 'dislike')
  return { ...NO_DELTAS, likes, dislikes }
}
