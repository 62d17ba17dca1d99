import type { Period } from '#contract/trending.ts'

/**
 * How a period is counted. It begins at a full hour, `hours` before the running one, so that it reads hourly sums alone.
 * The score adds up what each hour weighed (domains/actions/rules.ts), halved for every `halfLifeHours` since: within a
 * period the late count more than the early.
 */
export const PERIOD_RULES: Record<Period, { hours: number; halfLifeHours: number }> = {
  '24h': { hours: 24, halfLifeHours: 8 },
  '7d': { hours: 7 * 24, halfLifeHours: 48 },
  '1m': { hours: 30 * 24, halfLifeHours: 240 },
}

/** Entries kept of each list: beyond them nobody looks, and each refresh writes them anew. */
export const KEPT = { memes: 1000, users: 500 } as const

/**
 * What all votes of accounts made within a day may add to a score, on the scale of votes: less than
 * three visitors' copies from three addresses. A thousand such accounts do no more than a handful.
 */
export const YOUNG_CEILING = 2.5

/** A new follower, on the scale of votes; an account counts as far as its votes would. */
export const FOLLOWER_POINTS = 5
/** An upload is a sign of life but no merit, and more than five of them no more of it. */
export const UPLOAD_POINTS = 0.02
export const UPLOADS_COUNTED = 5

const HOUR_MS = 3_600_000

/** The full hour at which a period begins. */
export function beginOf(period: Period, now: Date): Date {
  const hour = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS
  return new Date(hour - PERIOD_RULES[period].hours * HOUR_MS)
}

/** The first hour that may still change: the one before the running one, for what was on its way when it ended. */
export function openHourOf(now: Date): Date {
  return new Date((Math.floor(now.getTime() / HOUR_MS) - 1) * HOUR_MS)
}
