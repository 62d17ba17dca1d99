import { createHash } from 'node:crypto'
import type { FeedReason } from '#contract/feed.ts'
import { FEED_MAX_PER_CREATOR, FEED_PAGE_SIZE } from '#contract/limits.ts'

export interface Candidate {
  id: string
  creatorId: string | null
  /** Memes made from one picture share it; null where the picture has not been compared yet. */
  templateId: string | null
  createdAt: Date
  language: 'en' | 'vi' | null
  views: number
  likes: number
  copies: number
  dislikes: number
  /** How much people with the reader's taste like it: sums of shared likes, 0 and up. */
  taste: number
  /** How much it looks like what the reader liked: sums of likeness, 0 and up. */
  alike: number
  /** What the reader liked of its creator, and under its tags: sums of likes, the late ones worth more. */
  creatorLiked: number
  tagsLiked: number
  isFollowed: boolean
  /** Brought by chance. */
  isExplored: boolean
  /** Seen within 30 days: only when nothing else is left. */
  isSeen: boolean
  /** Its creator or its template was disliked, and not liked more. */
  isDisliked: boolean
}

export interface Pick {
  id: string
  reason: FeedReason
  /** Creator and template, for those that come after. */
  group: string
}

export interface RankOptions {
  /** Makes chance differ from visit to visit. */
  seed: string
  now: Date
  limit: number
  /** Whose feed it is: their own memes wait at the end. */
  userId: string | null
  language: 'en' | 'vi'
  /** Groups of what the visit has just shown, the last at the end. */
  before: string[]
}

const FRESH_HALF_LIFE_DAYS = 3

/**
 * What a full measure of each is worth. Taste and likeness saturate (1 - e^-x), so a few likes move a page and a hundred do
 * not freeze it. Kinship
 * weighs more than quality: what one does not care for is not liked for being good.
 */
const WEIGHTS = {
  proven: 3,
  fresh: 0.3,
  luck: 0.1,
  taste: 2.5,
  alike: 2,
  creator: 2,
  tags: 2,
  followed: 0.8,
  otherLanguage: -0.5,
} as const

/** Of eight places one is for what is new and one for what chance brought, so that memes nobody knows get their try. */
const TURN = 8
const FRESH_PLACE = 3
/** Two weeks old and more is not new. */
const FRESH_FLOOR = 0.04
const EXPLORE_PLACE = 7
/** So many views tell whether a meme is liked: it needs no more tries. */
const TRIED_VIEWS = 30
/** Somebody of whom nothing is known sees so many proven memes before the first try. */
const PROVEN_FIRST = 10

/**
 * Lower bound of the share of viewers who liked or copied, at 90 % confidence (Wilson 1927): a meme with few views has to
 * earn its place. A copy counts as an approval as a like does. The database has the same formula as proven_share.
 */
export function provenShare(views: number, likes: number, copies: number, dislikes = 0): number {
  const n = Math.max(views, likes + copies + dislikes)
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

const saturating = (sum: number) => 1 - Math.exp(-Math.max(0, sum))

/** What waits until all of the tier before it has been shown: one's own, the disliked, and last what was seen. */
function tierOf(candidate: Candidate, userId: string | null): number {
  if (candidate.isSeen) return 3
  if (candidate.isDisliked) return 2
  return candidate.creatorId !== null && candidate.creatorId === userId ? 1 : 0
}

interface Scored {
  candidate: Candidate
  tier: number
  score: number
  reason: FeedReason
  group: string
  freshness: number
}

/** A candidate's score and the source that speaks most for it. */
export function score(candidate: Candidate, options: RankOptions): Scored {
  const { views, likes, copies, dislikes } = candidate
  const fresh = freshness(candidate.createdAt, options.now)
  const luck = chance(options.seed, candidate.id)
  const parts: [FeedReason, number][] = [
    ['taste', WEIGHTS.taste * saturating(3 * candidate.taste)],
    [
      'similar',
      WEIGHTS.alike * saturating(candidate.alike) +
        WEIGHTS.creator * saturating(candidate.creatorLiked) +
        WEIGHTS.tags * saturating(candidate.tagsLiked / 2),
    ],
    ['following', candidate.isFollowed ? WEIGHTS.followed : 0],
    ['popular', WEIGHTS.proven * provenShare(views, likes, copies, dislikes)],
    ['fresh', WEIGHTS.fresh * fresh],
    ['explore', WEIGHTS.luck * luck],
  ]
  const isForeign = candidate.language !== null && candidate.language !== options.language
  const best = parts.reduce((most, part) => (part[1] > most[1] ? part : most))
  return {
    candidate,
    tier: tierOf(candidate, options.userId),
    score: parts.reduce((sum, part) => sum + part[1], isForeign ? WEIGHTS.otherLanguage : 0),
    reason: best[0],
    group: groupOf(candidate),
    freshness: fresh,
  }
}

/**
 * One page: by score, a place in eight for what is new and one for chance, at most three of one creator or one template
 * among any fifty in a row. Where that leaves nobody of the tier for a place, the best of the tier takes it.
 */
export function rankPage(candidates: Candidate[], options: RankOptions): Pick[] {
  const scored = candidates
    .map((candidate) => score(candidate, options))
    .sort((a, b) => a.tier - b.tier || b.score - a.score || (a.candidate.id < b.candidate.id ? 1 : -1))
  const fresh = scored.filter((entry) => entry.tier === 0 && entry.freshness >= FRESH_FLOOR)
  const isTried = ({ candidate }: Scored) => Number(candidate.views >= TRIED_VIEWS)
  const explored = scored
    .filter((entry) => entry.tier === 0 && entry.candidate.isExplored)
    .sort((a, b) => isTried(a) - isTried(b) || b.score - a.score)
  const isKnown = candidates.some(({ taste, alike, creatorLiked }) => taste + alike + creatorLiked > 0)
  const taken = new Set<string>()
  const row = [...options.before].slice(1 - FEED_PAGE_SIZE)
  const page: Pick[] = []
  while (page.length < options.limit && taken.size < scored.length) {
    const place = isKnown || options.before.length + page.length >= PROVEN_FIRST ? page.length % TURN : 0
    const [list, reason]: [Scored[], FeedReason | null] =
      place === FRESH_PLACE ? [fresh, 'fresh'] : place === EXPLORE_PLACE ? [explored, 'explore'] : [scored, null]
    const free = (entry: Scored) => !taken.has(entry.candidate.id)
    const allowed = (entry: Scored) => free(entry) && fits(entry.group, row)
    const chosen = reason && list.find(allowed)
    const first = scored.find(free)
    const next = chosen ?? scored.find((entry) => entry.tier === first?.tier && allowed(entry)) ?? first
    if (!next) break
    taken.add(next.candidate.id)
    row.push(next.group)
    if (row.length >= FEED_PAGE_SIZE) row.shift()
    page.push({ id: next.candidate.id, reason: (chosen && reason) ?? next.reason, group: next.group })
  }
  return page
}

const groupOf = (candidate: Candidate) =>
  `${candidate.creatorId ?? candidate.id} ${candidate.templateId ?? candidate.id}`

/** Whether creator and template have room among the fifty that a meme would complete. */
function fits(group: string, row: string[]): boolean {
  const [creator, template] = group.split(' ')
  let ofCreator = 0
  let ofTemplate = 0
  for (const other of row) {
    const [otherCreator, otherTemplate] = other.split(' ')
    if (otherCreator === creator) ofCreator += 1
    if (otherTemplate === template) ofTemplate += 1
  }
  return ofCreator < FEED_MAX_PER_CREATOR && ofTemplate < FEED_MAX_PER_CREATOR
}
