/** A tag of a meme or of its creator. */
export interface Topic {
  tag: string
  /** 1 if the meme itself has the tag, otherwise the share of its creator's memes that do. */
  weight: number
}

/** One observation of a viewer and a meme: an action or a skip. */
export interface Evidence {
  memeId: string
  creatorId: string | null
  templateId: string | null
  topics: Topic[]
  /** The meme's likes and copies by all people; `views` likewise. */
  approvals: number
  views: number
  /** Sum of 1 for a like or an album, 0.9 for a copy, 0.2 for opening; negative for a dislike; 0 if skipped. */
  liking: number
}

/** Log of how much more or less than average a viewer likes memes with a feature; 0 if unknown. */
export interface Taste {
  /** Lift of the strongest of several topics. */
  topics(topics: Topic[]): number
  /** Lift beyond its topics. */
  creator(id: string | null): number
  /** Lift beyond its topics and its creator. */
  template(id: string | null): number
  /** Returns true if the creator or template was disliked, and not liked more. */
  isDisliked(creatorId: string | null, templateId: string | null): boolean
  /** True if the viewer has approved of anything yet. */
  isKnown: boolean
}

/** Minimum `liking` that counts as approval rather than just opening. */
const APPROVED = 0.9
/** Value of an opening for viewers who never like or copy. */
const OPENING = 0.5
/** Decay per piece of evidence, since tastes change. */
const FADING = 0.99
/**
 * Prior approvals, so that one observation of a feature has little effect. Lower for topics: they are few, and tastes in them are
 * strong.
 */
const PRIOR = { topic: 0.5, creator: 1, template: 1 } as const
/** Default approval rate of an unknown viewer, and its prior strength in topics. */
const USUAL_RATE = 0.2
const USUAL_TOPICS = 3
/** Prior strength, in views, of others' approval rate, and the default rate of unknown memes. */
const PRIOR_VIEWS = 10
const PRIOR_APPROVAL_RATE = 0.1
/** Views after which a topic has half its maximum weight in the usual rate. */
const HALF_WEIGHT_VIEWS = 1

/** One piece of evidence, weighted by age. */
interface Piece extends Evidence {
  weight: number
  approval: number
  /** Expected approval relative to other memes, from the approval of all people; 1 on average. */
  appeal: number
}

interface Tally {
  approved: number
  expected: number
}

/**
 * Learns a viewer's taste from their actions and skips, latest first. For each topic, creator and template, it compares approvals
 * with those expected from the viewer's usual rate and each meme's appeal: (prior + approved) / (prior + expected), the mean of a
 * Gamma-Poisson posterior around 1. So one like has a strong effect, ten do not freeze it, and a few skips undo it. Creators are
 * measured relative to their topics, and templates relative to both, since the three overlap. A viewer who likes everything gets
 * no distinct taste.
 */
export function learnTaste(evidence: Evidence[]): Taste {
  const pieces = weigh(evidence)
  const rate = usualRate(pieces)
  const tallies: Record<Kind, Map<string, Tally>> = { topic: new Map(), creator: new Map(), template: new Map() }
  const note = (kind: Kind, marksOf: (piece: Piece) => Share[], known: (piece: Piece) => number) => {
    const expected = pieces.map((piece) => piece.weight * rate * piece.appeal * Math.exp(known(piece)))
    for (const [index, piece] of pieces.entries())
      for (const { mark, share } of marksOf(piece))
        add(tallies[kind], mark, share * piece.weight * piece.approval, share * (expected[index] ?? 0))
    return liftsOf(kind, tallies[kind])
  }
  const topicLifts = note('topic', topicMarks, () => 0)
  const topics = (of: Topic[]) => strongest(topicLifts, of)
  const creatorLifts = note(
    'creator',
    ({ creatorId }) => (creatorId === null ? [] : [{ mark: creatorId, share: 1 }]),
    (piece) => topics(piece.topics),
  )
  const creator = (id: string | null) => (id === null ? 0 : (creatorLifts.get(id) ?? 0))
  const templateLifts = note(
    'template',
    ({ templateId }) => (templateId === null ? [] : [{ mark: templateId, share: 1 }]),
    (piece) => topics(piece.topics) + creator(piece.creatorId),
  )
  const disliked = countDisliked(evidence)
  return {
    topics,
    creator,
    template: (id) => (id === null ? 0 : (templateLifts.get(id) ?? 0)),
    isDisliked: (creatorId, templateId) =>
      (templateId !== null && disliked.templates.has(templateId)) ||
      (creatorId !== null &&
        (disliked.creators.get(creatorId) ?? 0) > (tallies.creator.get(creatorId)?.approved ?? 0) / 2),
    isKnown: pieces.some((piece) => piece.approval > 0),
  }
}

type Kind = keyof typeof PRIOR

/** Precomputes the lift of each mark, since hundreds of memes of a page need them. */
const liftsOf = (kind: Kind, tallies: Map<string, Tally>): Map<string, number> =>
  new Map(
    [...tallies].map(([mark, { approved, expected }]) => [
      mark,
      Math.log((PRIOR[kind] + approved) / (PRIOR[kind] + expected)),
    ]),
  )

/** Returns the lift with the largest magnitude, positive or negative. */
function strongest(lifts: Map<string, number>, topics: Topic[]): number {
  let most = 0
  for (const { tag, weight } of topics) {
    const lift = lifts.get(tag)
    if (lift === undefined) continue
    const felt = weight === 1 ? lift : Math.log(1 - weight + weight * Math.exp(lift))
    if (Math.abs(felt) > Math.abs(most)) most = felt
  }
  return most
}

function weigh(evidence: Evidence[]): Piece[] {
  const isOutspoken = evidence.some((piece) => piece.liking >= APPROVED)
  const approval = (liking: number) => {
    if (liking >= APPROVED) return 1
    return liking > 0 && !isOutspoken ? OPENING : 0
  }
  const appeals = appealsOf(evidence)
  return evidence.map((piece, age) => ({
    ...piece,
    weight: FADING ** age,
    approval: approval(piece.liking),
    appeal: appeals[age] ?? 1,
  }))
}

/**
 * Returns each meme's appeal, since skipping a popular meme is stronger evidence than skipping an unpopular one: its approval
 * share, shrunk toward the average of all (empirical Bayes in two steps), divided by the average.
 */
function appealsOf(evidence: Evidence[]): number[] {
  const average = (shares: number[]) => shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length)
  const shares = (usual: number) =>
    evidence.map(({ approvals, views }) => (approvals + PRIOR_VIEWS * usual) / (views + PRIOR_VIEWS))
  const drawn = shares(average(shares(PRIOR_APPROVAL_RATE)))
  const usual = average(drawn)
  return drawn.map((share) => (usual > 0 ? share / usual : 1))
}

/**
 * Returns a viewer's approval rate, averaged over topics rather than views (creators replace missing topics). The feed shows
 * more and more liked topics, so an average over views would rise until favorites look ordinary.
 */
function usualRate(pieces: Piece[]): number {
  const tallies = new Map<string, Tally>()
  for (const piece of pieces) {
    const marks = topicMarks(piece).map(({ mark, share }) => ({ mark: `#${mark}`, share }))
    if (marks.length === 0 && piece.creatorId !== null) marks.push({ mark: `by ${piece.creatorId}`, share: 1 })
    for (const { mark, share } of marks) add(tallies, mark, share * piece.weight * piece.approval, share * piece.weight)
  }
  let approved = USUAL_TOPICS * USUAL_RATE
  let views = USUAL_TOPICS
  for (const tally of tallies.values()) {
    const say = 1 / (HALF_WEIGHT_VIEWS + tally.expected)
    approved += say * tally.approved
    views += say * tally.expected
  }
  return approved / views
}

interface Share {
  mark: string
  share: number
}

function add(tallies: Map<string, Tally>, mark: string, approved: number, expected: number): void {
  const tally = tallies.get(mark) ?? { approved: 0, expected: 0 }
  tally.approved += approved
  tally.expected += expected
  tallies.set(mark, tally)
}

const topicMarks = ({ topics }: Evidence): Share[] => topics.map(({ tag, weight }) => ({ mark: tag, share: weight }))

function countDisliked(evidence: Evidence[]): { creators: Map<string, number>; templates: Set<string> } {
  const creators = new Map<string, number>()
  const templates = new Set<string>()
  for (const { liking, creatorId, templateId } of evidence) {
    if (liking >= 0) continue
    if (creatorId !== null) creators.set(creatorId, (creators.get(creatorId) ?? 0) + 1)
    if (templateId !== null) templates.add(templateId)
  }
  return { creators, templates }
}

/** The inputs of candidate generation: liked memes, the latest weighted most, and the viewer's best tags and creators. */
export interface Interests {
  liked: { id: string; weight: number }[]
  creators: string[]
  tags: string[]
}

const LIKED_MAX = 50
const CREATORS_MAX = 10
const TAGS_MAX = 5
const LIKED_FADING = 0.97

/** Derives interests from the evidence, latest first. */
export function interestsOf(evidence: Evidence[], taste: Taste): Interests {
  const liked = evidence.filter((piece) => piece.liking > 0).slice(0, LIKED_MAX)
  const best = <Mark extends string>(marks: (Mark | null)[], lift: (mark: Mark) => number, max: number): Mark[] =>
    [...new Set(marks.filter((mark) => mark !== null))]
      .map((mark) => ({ mark, worth: lift(mark) }))
      .filter(({ worth }) => worth > 0)
      .sort((a, b) => b.worth - a.worth)
      .slice(0, max)
      .map(({ mark }) => mark)
  return {
    liked: liked.map((piece, age) => ({ id: piece.memeId, weight: Math.min(2, piece.liking) * LIKED_FADING ** age })),
    creators: best(
      liked.map((piece) => piece.creatorId),
      taste.creator,
      CREATORS_MAX,
    ),
    tags: best(
      liked.flatMap((piece) => piece.topics.map(({ tag }) => tag)),
      (tag) => taste.topics([{ tag, weight: 1 }]),
      TAGS_MAX,
    ),
  }
}
