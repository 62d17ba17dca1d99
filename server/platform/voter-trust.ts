const HOUR_MS = 3_600_000

/**
 * Trust in a vote by account age, 0 to 1; ages in hours. Trending weights followers in SQL with the same numbers
 * (domains/trending/closed-follows-queries.ts).
 */
export const VOTER_TRUST = {
  /** Below this age an account is young: its votes are summed separately, up to trending's ceiling. */
  youngHours: 24,
  young: 0.1,
  /** Full trust from this age; until then it grows linearly. */
  fullHours: 72,
  /** Visitors are distinguishable only by their address. */
  visitor: 0.25,
} as const

/** @param accountCreatedAt null for a visitor */
export function voterTrust(accountCreatedAt: Date | null, now: Date): { trust: number; isYoung: boolean } {
  if (accountCreatedAt === null) return { trust: VOTER_TRUST.visitor, isYoung: false }
  const hours = (now.getTime() - accountCreatedAt.getTime()) / HOUR_MS
  if (hours < VOTER_TRUST.youngHours) return { trust: VOTER_TRUST.young, isYoung: true }
  return { trust: Math.min(1, hours / VOTER_TRUST.fullHours), isYoung: false }
}
