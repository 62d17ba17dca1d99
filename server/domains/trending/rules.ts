import type { Period } from '#contract/memes/trending.ts'

/**
 * The time window and decay of a period. It begins at a full hour, `hours` before the current one, so that only hourly sums are
 * read. The score adds up the weights of each hour (domains/actions/rules.ts), halved for every `halfLifeHours` since: within a
 * period, recent actions count more.
 */
export const PERIOD_RULES: Record<Period, { hours: number; halfLifeHours: number }> = {
  '24h': { hours: 24, halfLifeHours: 8 },
  '7d': { hours: 7 * 24, halfLifeHours: 48 },
  '1m': { hours: 30 * 24, halfLifeHours: 240 },
}

/** Entries stored per list; each refresh rewrites them. */
export const LIST_SIZES = { memes: 1000, users: 500 } as const

/** Bounds of the work of one refresh. */
export interface RefreshLimits {
  /**
   * Minimum number of live memes with stored sums per list. A list only needs these while its last entry weighs more than all
   * other memes.
   */
  contenders: number
  /**
   * Maximum hourly sums to read for recomputing lists. A list that needs more than remains waits for the next refresh. At least
   * one list is always recomputed.
   */
  recomputedHoursMax: number
}
export const REFRESH_LIMITS: RefreshLimits = { contenders: 8 * LIST_SIZES.memes, recomputedHoursMax: 3_000_000 }

/**
 * Maximum that all votes of accounts younger than a day add to a score, in vote weights: less than three visitors' copies from
 * three networks, regardless of the number of accounts.
 */
export const YOUNG_CEILING = 2.5

/** Weight of a new follower in vote weights, scaled by the account's trust. */
export const FOLLOWER_POINTS = 5
/** Weight of an upload; at most five count. */
export const UPLOAD_POINTS = 0.02
export const UPLOADS_COUNTED = 5

const HOUR_MS = 3_600_000

/** Returns the full hour at which a period begins. */
export function beginOf(period: Period, now: Date): Date {
  const hour = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS
  return new Date(hour - PERIOD_RULES[period].hours * HOUR_MS)
}

/** Returns the first hour that may still change: the previous one, because of actions in flight when it ended. */
export function openHourOf(now: Date): Date {
  return new Date((Math.floor(now.getTime() / HOUR_MS) - 1) * HOUR_MS)
}
