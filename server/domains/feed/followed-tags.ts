import type { Taste } from './taste.ts'

/** A followed tag counts as much as a followed creator: it doubles the expected approval. */
const LIFT = Math.log(2)

/** Returns a taste with at least this lift for memes with a followed tag. A higher learned lift stays. */
export function withFollowedTags(taste: Taste, followed: readonly string[]): Taste {
  if (followed.length === 0) return taste
  const known = new Set(followed)
  return {
    ...taste,
    topics: (topics) => {
      const learned = taste.topics(topics)
      const weight = Math.max(0, ...topics.filter(({ tag }) => known.has(tag)).map(({ weight }) => weight))
      return weight > 0 ? Math.max(learned, LIFT * weight) : learned
    },
  }
}
