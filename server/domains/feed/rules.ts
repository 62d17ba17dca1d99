import type { Language, MemeLanguage } from '#contract/languages.ts'
import { FEED_DIVERSITY_WINDOW } from '#contract/limits.ts'
import type { FeedReason } from '#contract/memes/feed.ts'
import { type Counts, createDiversityWindow, groupOf } from './limit-per-creator.ts'
import type { Taste, Topic } from './taste.ts'

export interface Candidate {
  id: string
  creatorId: string | null
  /** Shared by memes made from the same picture; null if not compared yet. */
  templateId: string | null
  createdAt: Date
  language: MemeLanguage | null
  topics: Topic[]
  views: number
  likes: number
  copies: number
  dislikes: number
  /** Liking by people with the viewer's taste, beyond its popularity: sum of log lifts, at least 0. */
  taste: number
  /** Visual similarity to memes that the viewer liked: sum of likeness, at least 0. */
  alike: number
  isFollowed: boolean
  /** Selected by age or at random, not for being liked. Used to estimate the usual approval rate. */
  isOrdinary: boolean
  /** Seen within 30 days. Used only when nothing else is left. */
  isSeen: boolean
  /** On a page of a recent visit, but not recorded as seen. */
  isServed: boolean
}

export interface PlacedMeme {
  id: string
  reason: FeedReason
  /** Creator and template, for the limits of later picks. */
  group: string
}

export interface RankOptions {
  /** Random seed of the visit. */
  seed: string
  now: Date
  limit: number
  /** The viewer's id; their own memes rank last. */
  userId: string | null
  language: Language
  /** Groups of the most recently shown memes, latest last. */
  before: string[]
  taste: Taste
}

const FRESH_HALF_LIFE_DAYS = 3

/**
 * Logarithmic weights: the score is the log of a product, how much people like a meme times how much more than others this viewer
 * likes its kind. Taste and likeness are damped, ln(1 + x · weight), since the likes they sum overlap. Newness only breaks
 * near-ties, since exploration has its own slots for new memes.
 */
const WEIGHTS = {
  taste: 0.3,
  alike: 0.3,
  followed: Math.log(2),
  fresh: 0.1,
  luck: 0.1,
  otherLanguage: -0.5,
  served: -0.1,
} as const

/** One slot in ten explores. At random, it takes either a new meme or one that the viewer may like more than estimated. */
const EXPLORATION_CYCLE = 10
const EXPLORATION_EVERY = 7
/** Minimum freshness of a new meme: about two weeks. */
const FRESH_FLOOR = 0.04
/** Number of proven memes that an unknown viewer sees before the first exploration. */
const PROVEN_FIRST = 10
/** Prior strength, in views, of the usual approval rate for memes with few views. */
const PRIOR_VIEWS = 10
/** Prior of the usual approval rate, with a strength of `PRIOR_VIEWS`. */
const UNKNOWN_SHARE = 0.1

/** Returns a stateless random number from 0 to 1, fixed for a visit and meme. */
export function chance(seed: string, id: string): number {
  return fraction(hash(id, hash(seed)))
}

const fraction = (value: number) => mix(value) / 2 ** 32

/** FNV-1a: fast, since a page needs thousands of draws. It need not be cryptographically secure. */
function hash(text: string, start = 0x811c9dc5): number {
  let value = start
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value
}

/** MurmurHash3 finalizer: changing one input bit changes about half of the output bits. */
function mix(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

export function freshness(createdAt: Date, now: Date): number {
  const days = Math.max(0, now.getTime() - createdAt.getTime()) / 86_400_000
  return 2 ** (-days / FRESH_HALF_LIFE_DAYS)
}

/** Returns the approval rate (likes and copies per view) among memes that were not selected for being liked. */
export function usualShare(candidates: Candidate[]): number {
  let approvals = PRIOR_VIEWS * UNKNOWN_SHARE
  let views = PRIOR_VIEWS
  for (const candidate of candidates) {
    if (!candidate.isOrdinary) continue
    approvals += approvalsOf(candidate)
    views += viewsOf(candidate)
  }
  return approvals / views
}

const approvalsOf = ({ likes, copies }: Candidate) => likes + copies
const viewsOf = (candidate: Candidate) => Math.max(candidate.views, approvalsOf(candidate) + candidate.dislikes)

/** Returns a standard normal number (Box and Muller 1958), fixed for the hash of a visit and meme. */
function sampleBelief(drawn: number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - fraction(hash(' radius', drawn))))
  return radius * Math.cos(2 * Math.PI * fraction(hash(' angle', drawn)))
}

/**
 * Tier of a candidate. Each tier is shown only after the previous one is used up: ordinary, own, disliked, and finally seen
 * memes.
 */
function tierOf(candidate: Candidate, { userId, taste }: RankOptions): number {
  if (candidate.isSeen) return 3
  if (taste.isDisliked(candidate.creatorId, candidate.templateId)) return 2
  return isOwn(candidate, { userId }) ? 1 : 0
}

const isOwn = ({ creatorId }: Candidate, { userId }: { userId: string | null }) =>
  creatorId !== null && creatorId === userId

interface Scored {
  candidate: Candidate
  tier: number
  score: number
  /** The score with a sampled approval rate (Thompson 1933), so that memes with an uncertain rate vary. */
  tried: number
  reason: FeedReason
  freshness: number
  /** True if the page already contains it. */
  isTaken: boolean
  /** Set when it is first considered for a place. */
  counts: Counts | undefined
}

const logShare = (share: number) => Math.log(Math.min(1, Math.max(0.001, share)))

/** Values shared by all candidates of a page. */
interface Scale {
  usual: number
  logUsual: number
  seed: number
}

const scaleOf = (usual: number, seed: string): Scale => ({ usual, logUsual: logShare(usual), seed: hash(seed) })

/** Returns a candidate's score and its strongest part; `usual` is the usual approval rate. */
export const score = (candidate: Candidate, options: RankOptions, usual: number): Scored =>
  scored(candidate, options, scaleOf(usual, options.seed))

/** Log of one plus a sum of relations. Skips the log for 0, the most common case. */
const damped = (sum: number) => (sum === 0 ? 0 : Math.log(1 + sum))

/** Allocates only its result, since each page scores hundreds of candidates. */
function scored(candidate: Candidate, options: RankOptions, { usual, logUsual, seed }: Scale): Scored {
  const { taste } = options
  const fresh = freshness(candidate.createdAt, options.now)
  // Estimated approval rate: mean and deviation of a Beta posterior with the usual rate as prior.
  const views = viewsOf(candidate) + PRIOR_VIEWS
  const mean = (approvalsOf(candidate) + PRIOR_VIEWS * usual) / views
  const deviation = Math.sqrt((mean * (1 - mean)) / (views + 1))
  const proven = logShare(mean - deviation)
  const drawn = hash(candidate.id, seed)
  const parts = {
    popular: proven - logUsual,
    taste: damped(WEIGHTS.taste * candidate.taste),
    similar:
      taste.topics(candidate.topics) +
      taste.creator(candidate.creatorId) +
      taste.template(candidate.templateId) +
      damped(WEIGHTS.alike * candidate.alike),
    following: candidate.isFollowed ? WEIGHTS.followed : 0,
    fresh: WEIGHTS.fresh * fresh,
    explore: WEIGHTS.luck * fraction(drawn),
  }
  let sum = parts.popular + parts.taste + parts.similar + parts.following + parts.fresh + parts.explore
  if (candidate.language !== null && candidate.language !== options.language) sum += WEIGHTS.otherLanguage
  if (candidate.isServed) sum += WEIGHTS.served
  return {
    candidate,
    tier: tierOf(candidate, options),
    score: sum,
    tried: sum - proven + logShare(mean + deviation * sampleBelief(drawn)),
    reason: largest(parts),
    freshness: fresh,
    isTaken: false,
    counts: undefined,
  }
}

const REASONS = ['popular', 'taste', 'similar', 'following', 'fresh', 'explore'] as const

/** Returns the name of the largest part; the first one on a tie. */
function largest(parts: Record<(typeof REASONS)[number], number>): FeedReason {
  let reason: (typeof REASONS)[number] = 'popular'
  for (const one of REASONS) if (parts[one] > parts[reason]) reason = one
  return reason
}

/**
 * Ranks one page: by score, with one slot in ten for exploration, and at most three memes of one creator or template among any
 * fifty in a row. If those limits exclude all candidates of a tier, its best one still takes the slot. A page shows only one of
 * the viewer's own memes until all other candidates are used up, even seen ones: people do not open the feed for their own
 * uploads.
 */
export function rankPage(candidates: Candidate[], options: RankOptions): PlacedMeme[] {
  const scale = scaleOf(usualShare(candidates), options.seed)
  const ranked = candidates
    .map((candidate) => scored(candidate, options, scale))
    .sort((a, b) => a.tier - b.tier || b.score - a.score || (a.candidate.id < b.candidate.id ? 1 : -1))
  const row = createDiversityWindow(options.before.slice(1 - FEED_DIVERSITY_WINDOW))
  const page: PlacedMeme[] = []
  let hasOwn = false
  let firstFree = 0
  const welcome = (entry: Scored) => !entry.isTaken && !(hasOwn && isOwn(entry.candidate, options))
  const allowed = (entry: Scored) => {
    if (!welcome(entry)) return false
    entry.counts ??= row.countsOf(entry.candidate)
    return row.fits(entry.counts)
  }
  while (page.length < options.limit) {
    while (ranked[firstFree]?.isTaken) firstFree += 1
    if (firstFree === ranked.length) break
    const exploration = explorationAt(page.length, options)
    const chosen = exploration ? topSampled(ranked, exploration === 'fresh' ? FRESH_FLOOR : 0, allowed) : undefined
    const next = chosen ?? bestFrom(ranked, firstFree, welcome, allowed)
    if (!next) break
    const group = groupOf(next.candidate)
    next.isTaken = true
    hasOwn ||= isOwn(next.candidate, options)
    row.add(group)
    page.push({ id: next.candidate.id, reason: (chosen && exploration) ?? next.reason, group })
  }
  return page
}

/** Returns the first-tier meme with the highest sampled score, at least `floor` fresh. */
function topSampled(ranked: Scored[], floor: number, allowed: (entry: Scored) => boolean): Scored | undefined {
  let most: Scored | undefined
  for (const entry of ranked) {
    if (entry.tier > 0) break
    if (entry.freshness >= floor && (!most || entry.tried > most.tried) && allowed(entry)) most = entry
  }
  return most
}

/** Returns the best candidate within the limits, from the best remaining tier; otherwise the best of that tier. */
function bestFrom(
  ranked: Scored[],
  from: number,
  welcome: (entry: Scored) => boolean,
  allowed: (entry: Scored) => boolean,
): Scored | undefined {
  let first: Scored | undefined
  for (let at = from; at < ranked.length; at += 1) {
    const entry = ranked[at] as Scored
    if (first && entry.tier > first.tier) break
    if (!welcome(entry)) continue
    first ??= entry
    if (allowed(entry)) return entry
  }
  return first ?? ranked[from]
}

/** Returns whether a slot explores, and how. */
function explorationAt(position: number, { taste, before, seed }: RankOptions): 'fresh' | 'explore' | null {
  if (position % EXPLORATION_CYCLE !== EXPLORATION_EVERY) return null
  if (!taste.isKnown && before.length + position < PROVEN_FIRST) return null
  return chance(seed, `try ${position}`) < 0.5 ? 'fresh' : 'explore'
}
