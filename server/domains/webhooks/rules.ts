import type { DELIVERY_PROBLEMS } from '#contract/notifications/webhooks.ts'

export type Problem = (typeof DELIVERY_PROBLEMS)[number]

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Delays in milliseconds after each failed attempt; after the last one, the delivery has failed (75 hours). */
export const RETRY_WAITS = [
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const

/** A permanently failed delivery disables its webhook if no delivery has succeeded for this long. */
export const DISABLE_AFTER_MS = 72 * HOUR
/** Period after a rotation in which the previous secret also signs. */
export const ROTATION_MS = 24 * HOUR
/** After this time, another node may take over an attempt. */
export const LEASE_MS = 2 * MINUTE
export const RETENTION_DAYS = 30
export const DELIVERIES_MAX = 1000

/** Returns the time of the next attempt; null after the last one. */
export function nextAttempt(attempts: number, now: Date): Date | null {
  const wait = RETRY_WAITS[attempts - 1]
  return wait === undefined ? null : new Date(now.getTime() + wait)
}

/** Returns the host, the only part of a webhook's address that is not secret. */
export const hostOf = (url: string): string => new URL(url).host
