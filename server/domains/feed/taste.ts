/** What a meme is about. */
export interface Topic {
  tag: string
  /** 1 where the meme says so itself, else the share of its creator's memes that do. */
  weight: number
}

/** What is known of a reader and one meme: what they did about it, or that they passed over it. */
export interface Evidence {
  memeId: string
  creatorId: string | null
  templateId: string | null
  topics: Topic[]
  /** What others did: likes and copies, and looks at it. */
  approvals: number
  looks: number
  /** 1 for a like or an album, 0.9 for a copy, 0.2 for an opening, added up; below 0 for a dislike; 0: passed over. */
  liking: number
}

/** The logarithm of how much more, or less, than their average a reader likes what bears a mark. 0 where nothing is known. */
export interface Taste {
  /** Of several topics the one that says most. */
  topics(topics: Topic[]): number
  /** Beyond its topics. */
  creator(id: string | null): number
  /** Beyond its topics and its creator. */
  template(id: string | null): number
  /** Disliked, and not liked more. */
  isDisliked(creatorId: string | null, templateId: string | null): boolean
  /** Whether the reader approved of anything yet. */
  isKnown: boolean
}

/** From here something was approved of, not just opened. */
const APPROVED = 0.9
/** What an opening says of somebody who never likes nor copies. */
const OPENING = 0.5
/** Each piece of evidence counts so much less than the next younger: tastes change. */
const FADING = 0.99
/** Approvals that would have been expected anyway: a mark met once says little. Of topics there are few, and tastes in them strong. */
const PRIOR = { topic: 0.5, creator: 1, template: 1 } as const
/** What somebody of whom nothing is known likes of what they look at, and for how many topics that holds. */
const USUAL_RATE = 0.2
const USUAL_TOPICS = 3
/** How many looks at a meme what is usual of the others counts as, and what is usual of memes of which nothing is known. */
const PRIOR_VIEWS = 10
const PRIOR_APPROVAL_RATE = 0.1
/** Looks after which a topic has half of the say that it can have in what is usual. */
const HALF_SAID = 1

/** One piece of evidence as it counts: its age has taken from it. */
interface Piece extends Evidence {
  weight: number
  approval: number
  /** How much more, or less, than of the others was to be expected for how people like it; 1 on average. */
  appeal: number
}

interface Tally {
  approved: number
  expected: number
}

/**
 * A reader's taste from what they did and what they passed over, the latest first: for each topic, creator and template the
 * approvals against those to be expected at what is usual for the reader and how people like each meme, (prior + approved) / (prior + expected), which is
 * the mean of a Gamma-Poisson posterior around 1. So one like moves much, ten do not freeze it, and passing over the like of
 * something a few times takes it back. Creators are measured by what they are liked beyond their topics, templates beyond
 * both: the three say the same thing in part, and multiplied it would count thrice. Who likes everything has no taste to
 * speak of, and that comes out too.
 */
export function learnTaste(evidence: Evidence[]): Taste {
  const pieces = weigh(evidence)
  const rate = usualRate(pieces)
  const tallies = new Map<string, Tally>()
  const lift = (mark: string, prior: number) => {
    const tally = tallies.get(mark)
    return tally ? Math.log((prior + tally.approved) / (prior + tally.expected)) : 0
  }
  const topics = (of: Topic[]) =>
    of
      .map(({ tag, weight }) => Math.log(1 - weight + weight * Math.exp(lift(topicMark(tag), PRIOR.topic))))
      .reduce((most, one) => (Math.abs(one) > Math.abs(most) ? one : most), 0)
  const creator = (id: string | null) => (id === null ? 0 : lift(creatorMark(id), PRIOR.creator))
  const template = (id: string | null) => (id === null ? 0 : lift(templateMark(id), PRIOR.template))
  const note = (marksOf: (piece: Piece) => Share[], known: (piece: Piece) => number) => {
    const expected = pieces.map((piece) => piece.weight * rate * piece.appeal * Math.exp(known(piece)))
    for (const [index, piece] of pieces.entries())
      for (const { mark, share } of marksOf(piece))
        add(tallies, mark, share * piece.weight * piece.approval, share * (expected[index] ?? 0))
  }
  note(topicMarks, () => 0)
  note(
    ({ creatorId }) => (creatorId === null ? [] : [{ mark: creatorMark(creatorId), share: 1 }]),
    (piece) => topics(piece.topics),
  )
  note(
    ({ templateId }) => (templateId === null ? [] : [{ mark: templateMark(templateId), share: 1 }]),
    (piece) => topics(piece.topics) + creator(piece.creatorId),
  )
  const disliked = countDisliked(evidence)
  return {
    topics,
    creator,
    template,
    isDisliked: (creatorId, templateId) =>
      (templateId !== null && disliked.templates.has(templateId)) ||
      (creatorId !== null &&
        (disliked.creators.get(creatorId) ?? 0) > (tallies.get(creatorMark(creatorId))?.approved ?? 0) / 2),
    isKnown: pieces.some((piece) => piece.approval > 0),
  }
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
 * To pass over what everybody likes says more than to pass over what few do: each meme's share of approvals, drawn towards
 * the average of all (empirical Bayes in two steps), by the average.
 */
function appealsOf(evidence: Evidence[]): number[] {
  const average = (shares: number[]) => shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length)
  const shares = (usual: number) =>
    evidence.map(({ approvals, looks }) => (approvals + PRIOR_VIEWS * usual) / (looks + PRIOR_VIEWS))
  const drawn = shares(average(shares(PRIOR_APPROVAL_RATE)))
  const usual = average(drawn)
  return drawn.map((share) => (usual > 0 ? share / usual : 1))
}

/**
 * What a reader likes of what they look at, as the average over topics, not over looks (creators stand in for topics where
 * there are none). The feed shows ever more of what is liked: over looks the average would rise until the favourite is
 * nothing special, and what was never met would look as good.
 */
function usualRate(pieces: Piece[]): number {
  const tallies = new Map<string, Tally>()
  for (const piece of pieces) {
    const marks = topicMarks(piece)
    if (marks.length === 0 && piece.creatorId !== null) marks.push({ mark: creatorMark(piece.creatorId), share: 1 })
    for (const { mark, share } of marks) add(tallies, mark, share * piece.weight * piece.approval, share * piece.weight)
  }
  let approved = USUAL_TOPICS * USUAL_RATE
  let looks = USUAL_TOPICS
  for (const tally of tallies.values()) {
    const say = 1 / (HALF_SAID + tally.expected)
    approved += say * tally.approved
    looks += say * tally.expected
  }
  return approved / looks
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

const creatorMark = (id: string) => `by ${id}`
const templateMark = (id: string) => `from ${id}`
const topicMark = (tag: string) => `#${tag}`
const topicMarks = ({ topics }: Evidence): Share[] =>
  topics.map(({ tag, weight }) => ({ mark: topicMark(tag), share: weight }))

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

/** What the sources of a page look for: what was liked, the latest weighing most, and its best tags and creators. */
export interface Interests {
  liked: { id: string; weight: number }[]
  creators: string[]
  tags: string[]
}

const LIKED_MAX = 50
const CREATORS_MAX = 10
const TAGS_MAX = 5
const LIKED_FADING = 0.97

/** What to look for, from the evidence, the latest first. */
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
