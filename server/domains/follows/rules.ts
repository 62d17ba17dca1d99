import { FOLLOWER_MAIL_EVERY_SECONDS } from '#contract/limits.ts'

/** Delay before the first email, so that a follow undone at once sends none, and several in a row send one. */
export const GATHER_SECONDS = 60
/** Names listed in an email; the rest appear as a number. */
export const NAMES_IN_MAIL = 10
/** A person who follows again within this many days is not announced again. */
export const REANNOUNCE_AFTER_DAYS = 30

/** Returns the seconds until the next digest may be sent: at most one email per hour. `lastSentAt` is null before the first. */
export function mailWaitSeconds(lastSentAt: Date | null, now: Date): number {
  if (!lastSentAt) return 0
  const passed = (now.getTime() - lastSentAt.getTime()) / 1000
  return Math.max(0, Math.ceil(FOLLOWER_MAIL_EVERY_SECONDS - passed))
}
