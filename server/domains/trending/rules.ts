import type { Period } from '#contract/trending.ts'

/**
 * How a period is counted. It begins at a full hour, `hours` before the running one, so that it reads hourly sums alone. The
 * score adds up what each hour weighed (domains/actions/rules.ts), halved for every `halfLifeHours` since: within a period,
 * recent actions count more.
 */
export const PERIOD_RULES: Record<Period, { hours: number; halfLifeHours: number }> = {
  '24h': { hours: 24, halfLifeHours: 8 },
  '7d': { hours: 7 * 24, halfLifeHours: 48 },
  '1m': { hours: 30 * 24, halfLifeHours: 240 },
}

/** Entries kept per list; each refresh rewrites them. */
export const KEPT = { memes: 1000, users: 500 } as const

/** How much one refresh takes upon itself. */
export interface RefreshLimits {
  /** Live memes at least of which each list keeps sums. All that a list shows come from them while the last of it weighs more than they do. */
  contenders: number
  /** Hourly sums that are read to add up lists anew; a list that needs more, or what is left, waits for the next refresh. One is always added up. */
  hoursAnew: number
}
export const REFRESH_LIMITS: RefreshLimits = { contenders: 8 * KEPT.memes, hoursAnew: 3_000_000 }

/**
 * Maximum that all votes of accounts younger than a day add to a score, in vote weights: less than three visitors' copies from
 * three networks, however many accounts there are.
 */
export const YOUNG_CEILING = 2.5

/** Weight of a new follower in vote weights, scaled by the account's trust. */
export const FOLLOWER_POINTS = 5
/** Weight of an upload; at most five count. */
export const UPLOAD_POINTS = 0.02
export const UPLOADS_COUNTED = 5

const HOUR_MS = 3_600_000

/** The full hour at which a period begins. */
export function beginOf(period: Period, now: Date): Date {
  const hour = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS
  return new Date(hour - PERIOD_RULES[period].hours * HOUR_MS)
}

/** The first hour that may still change: the previous one, because of actions in flight when it ended. */
export function openHourOf(now: Date): Date {
  return new Date((Math.floor(now.getTime() / HOUR_MS) - 1) * HOUR_MS)
}
