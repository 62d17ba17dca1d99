import { FOLLOWER_MAIL_EVERY_SECONDS } from '#contract/limits.ts'

/** Waited before the first mail, so that a follow taken back at once, or several in a row, make no mail of their own. */
export const GATHER_SECONDS = 60
/** Names that a mail spells out; the rest is a number. */
export const NAMES_IN_MAIL = 10
/** A person who follows again within these days is not announced again. */
export const REANNOUNCE_AFTER_DAYS = 30

/** Seconds until a person may be written to about followers: at most one mail an hour. `lastSentAt` is null before the first. */
export function mailWaitSeconds(lastSentAt: Date | null, now: Date): number {
  if (!lastSentAt) return 0
  const passed = (now.getTime() - lastSentAt.getTime()) / 1000
  return Math.max(0, Math.ceil(FOLLOWER_MAIL_EVERY_SECONDS - passed))
}
