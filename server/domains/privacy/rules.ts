import { SECURITY_LOG_DAYS } from '#contract/limits.ts'

/** Number of days for which a data export can be downloaded. */
export const EXPORT_VALID_DAYS = 7

/** All attempts at an export end well within it; one that is still waiting then was lost, and another can be requested. */
export const EXPORT_WAIT_HOURS = 6

const DAY_MS = 86_400_000
const YEAR_MS = 365.25 * DAY_MS

/** Periods that the privacy policy promises, in days and years. */
export const RETENTION = {
  inactiveYears: 3,
  warnDaysBefore: 30,
  usageYears: 2,
  analyticsYears: 1,
} as const

export interface RetentionDates {
  /** Members inactive since this time are warned, unless they already were. */
  warnInactiveSince: Date
  /** Members inactive since this time are deleted, if they were warned before `warnedBefore`. */
  deleteInactiveSince: Date
  warnedBefore: Date
  /** Older ledger rows are aggregated anonymously. It is the start of a day in UTC, so that only whole days are aggregated. */
  usageBefore: Date
  /** Older events of the security log are deleted. */
  securityBefore: Date
  /** Older hourly sums are deleted. */
  analyticsBefore: Date
}

export function retentionDates(now: Date): RetentionDates {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const inactiveMs = RETENTION.inactiveYears * YEAR_MS
  const warnMs = RETENTION.warnDaysBefore * DAY_MS
  const usage = ago(RETENTION.usageYears * YEAR_MS)
  return {
    warnInactiveSince: ago(inactiveMs - warnMs),
    deleteInactiveSince: ago(inactiveMs),
    warnedBefore: ago(warnMs),
    usageBefore: new Date(Date.UTC(usage.getUTCFullYear(), usage.getUTCMonth(), usage.getUTCDate())),
    securityBefore: ago(SECURITY_LOG_DAYS * DAY_MS),
    analyticsBefore: ago(RETENTION.analyticsYears * YEAR_MS),
  }
}
