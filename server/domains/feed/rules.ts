import { createHash } from 'node:crypto'
import type { FeedReason } from '#contract/feed.ts'
import { FEED_MAX_PER_CREATOR } from '#contract/limits.ts'

export interface Candidate {
  id: string
  creatorId: string | null
  createdAt: Date
  views: number
  likes: number
  copies: number
}

export interface Pick {
  id: string
  reason: FeedReason
}

const FRESH_HALF_LIFE_DAYS = 3
const WEIGHTS = { proven: 3, fresh: 1, chance: 0.6 } as const

/**
 * Lower bound of the share of viewers who liked or copied, at 90 % confidence (Wilson 1927): a meme with few views has to
 * earn its place. A copy counts as an approval as a like does.
 */
export function provenShare(views: number, likes: number, copies: number): number {
  const n = Math.max(views, likes + copies)
  if (n === 0) return 0
  const z = 1.645
  const share = Math.min(1, (likes + copies) / n)
  const centre = share + (z * z) / (2 * n)
  const spread = z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n))
  return Math.max(0, (centre - spread) / (1 + (z * z) / n))
}

/** A number from 0 to 1 that is the same for one visit and meme: chance without a state. */
export function chance(seed: string, id: string): number {
  return createHash('sha256').update(`${seed} ${id}`).digest().readUInt32BE(0) / 2 ** 32
}

export function freshness(createdAt: Date, now: Date): number {
  const days = Math.max(0, now.getTime() - createdAt.getTime()) / 86_400_000
  return 2 ** (-days / FRESH_HALF_LIFE_DAYS)
}

/** Orders candidates for one page: proven first, fresh ones among them, a little chance, few of one creator. */
export function rankPage(candidates: Candidate[], options: { seed: string; now: Date; limit: number }): Pick[] {
  const scored = candidates
    .map((candidate) => {
      const proven = WEIGHTS.proven * provenShare(candidate.views, candidate.likes, candidate.copies)
      const fresh = WEIGHTS.fresh * freshness(candidate.createdAt, options.now)
      const luck = WEIGHTS.chance * chance(options.seed, candidate.id)
      const reason: FeedReason = proven >= fresh && proven >= luck ? 'popular' : fresh >= luck ? 'fresh' : 'explore'
      return { candidate, reason, score: proven + fresh + luck }
    })
    .sort((a, b) => b.score - a.score || (a.candidate.id < b.candidate.id ? 1 : -1))
  return spreadCreators(scored, options.limit)
}

/** At most a few of one creator a page; where that leaves the page short, the rest follow in their order. */
function spreadCreators(scored: { candidate: Candidate; reason: FeedReason }[], limit: number): Pick[] {
  const perCreator = new Map<string, number>()
  const page: Pick[] = []
  const held: Pick[] = []
  for (const { candidate, reason } of scored) {
    const creator = candidate.creatorId ?? candidate.id
    const taken = perCreator.get(creator) ?? 0
    const pick = { id: candidate.id, reason }
    if (taken < FEED_MAX_PER_CREATOR) {
      page.push(pick)
      perCreator.set(creator, taken + 1)
    } else held.push(pick)
    if (page.length === limit) return page
  }
  return [...page, ...held].slice(0, limit)
}
