import type { DELIVERY_PROBLEMS } from '#contract/webhooks.ts'

export type Problem = (typeof DELIVERY_PROBLEMS)[number]

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Waits after the first attempt, the second and so on, in milliseconds; after the last the delivery has failed (75 hours). */
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

/** A webhook for which a delivery failed for good is disabled if none has succeeded for so long. */
export const DISABLE_AFTER_MS = 72 * HOUR
/** How long the secret before signs as well. */
export const ROTATION_MS = 24 * HOUR
/** An attempt is another node's after so long. */
export const LEASE_MS = 2 * MINUTE
export const KEPT_DAYS = 30
export const KEPT_DELIVERIES = 1000

/** When to try again after so many attempts; null when it was the last. */
export function nextAttempt(attempts: number, now: Date): Date | null {
  const wait = RETRY_WAITS[attempts - 1]
  return wait === undefined ? null : new Date(now.getTime() + wait)
}

/** The part of a webhook's address that is no secret. */
export const hostOf = (url: string): string => new URL(url).host
