/** What is known of a reader and one meme: what they did about it, or that they passed over it. */
export interface Evidence {
  memeId: string
  creatorId: string | null
  templateId: string | null
  tags: string[]
  /** 1 for a like or an album, 0.9 for a copy, 0.2 for an opening, added up; below 0 for a dislike; 0: passed over. */
  liking: number
}

/** The logarithm of how much more, or less, than their average a reader likes what bears a mark. 0 where nothing is known. */
export interface Taste {
  creator(id: string | null): number
  template(id: string | null): number
  /** Of several tags the one that says most. */
  tags(tags: string[]): number
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
/** Approvals that would have been expected anyway: a mark met once says little. */
const PRIOR = 1
/** What somebody of whom nothing is known likes of what they look at, and for how many looks that holds. */
const USUAL_RATE = 0.2
const USUAL_LOOKS = 10

interface Tally {
  approved: number
  expected: number
}

/**
 * A reader's taste from what they did and what they passed over, the latest first: for each creator, template and tag the
 * approvals against those to be expected at the reader's own average, (1 + approved) / (1 + expected), which is the mean of
 * a Gamma-Poisson posterior around 1. So one like moves much, ten do not freeze it, and passing over the like of something
 * a few times takes it back. Who likes everything has no taste to speak of, and that comes out too.
 */
export function learnTaste(evidence: Evidence[]): Taste {
  const isOutspoken = evidence.some((piece) => piece.liking >= APPROVED)
  const approval = ({ liking }: Evidence) => {
    if (liking >= APPROVED) return 1
    return liking > 0 && !isOutspoken ? OPENING : 0
  }
  const approvals = evidence.reduce((sum, piece) => sum + approval(piece), 0)
  const rate = (approvals + USUAL_LOOKS * USUAL_RATE) / (evidence.length + USUAL_LOOKS)
  const tallies = new Map<string, Tally>()
  evidence.forEach((piece, age) => {
    const weight = FADING ** age
    for (const mark of marksOf(piece)) {
      const tally = tallies.get(mark) ?? { approved: 0, expected: 0 }
      tally.approved += weight * approval(piece)
      tally.expected += weight * rate
      tallies.set(mark, tally)
    }
  })
  const lift = (mark: string | null) => {
    const tally = mark === null ? undefined : tallies.get(mark)
    return tally ? Math.log((PRIOR + tally.approved) / (PRIOR + tally.expected)) : 0
  }
  const disliked = countDisliked(evidence)
  return {
    creator: (id) => lift(id && creatorMark(id)),
    template: (id) => lift(id && templateMark(id)),
    tags: (tags) =>
      tags.map((tag) => lift(tagMark(tag))).reduce((most, one) => (Math.abs(one) > Math.abs(most) ? one : most), 0),
    isDisliked: (creatorId, templateId) =>
      (templateId !== null && disliked.templates.has(templateId)) ||
      (creatorId !== null &&
        (disliked.creators.get(creatorId) ?? 0) > (tallies.get(creatorMark(creatorId))?.approved ?? 0) / 2),
    isKnown: approvals > 0,
  }
}

const creatorMark = (id: string) => `by ${id}`
const templateMark = (id: string) => `from ${id}`
const tagMark = (tag: string) => `#${tag}`

const marksOf = ({ creatorId, templateId, tags }: Evidence) => [
  ...(creatorId === null ? [] : [creatorMark(creatorId)]),
  ...(templateId === null ? [] : [templateMark(templateId)]),
  ...tags.map(tagMark),
]

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
      liked.flatMap((piece) => piece.tags),
      (tag) => taste.tags([tag]),
      TAGS_MAX,
    ),
  }
}
