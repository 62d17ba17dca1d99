const HOUR_MS = 3_600_000

/**
 * How far a vote is trusted by the age of its account, 0 to 1; hours are ages. Trending weighs followers in SQL by the same
 * numbers (domains/trending/closed-follows-queries.ts).
 */
export const VOTER_TRUST = {
  /** Below it an account is young: its votes are summed apart, up to trending's ceiling. */
  youngHours: 24,
  young: 0.1,
  /** From here trust is full; it grows in proportion until then. */
  fullHours: 72,
  /** Visitors can be told apart by the address alone. */
  visitor: 0.25,
} as const

/** @param accountCreatedAt null for a visitor */
export function voterTrust(accountCreatedAt: Date | null, now: Date): { trust: number; isYoung: boolean } {
  if (accountCreatedAt === null) return { trust: VOTER_TRUST.visitor, isYoung: false }
  const hours = (now.getTime() - accountCreatedAt.getTime()) / HOUR_MS
  if (hours < VOTER_TRUST.youngHours) return { trust: VOTER_TRUST.young, isYoung: true }
  return { trust: Math.min(1, hours / VOTER_TRUST.fullHours), isYoung: false }
}
