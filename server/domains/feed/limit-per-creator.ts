import { FEED_DIVERSITY_WINDOW, FEED_MAX_PER_CREATOR } from '#contract/limits.ts'

/** The creator and template of a shown meme. If one is unknown, the meme forms its own group. */
interface Shown {
  id: string
  creatorId: string | null
  templateId: string | null
}

export const groupOf = ({ id, creatorId, templateId }: Shown): string => `${creatorId ?? id} ${templateId ?? id}`

/** The number of memes of a creator or template in the window. */
interface Count {
  memes: number
}

/** The counts of a meme's creator and template, which change with the window. */
export type Counts = readonly [Count, Count]

/**
 * Tracks the latest shown memes. `fits` checks whether another meme, given by its counts, stays within the limits per creator and
 * template in a window of the feed.
 */
export function createDiversityWindow(groups: string[]) {
  const latest: string[] = []
  const ofCreator = new Map<string, Count>()
  const ofTemplate = new Map<string, Count>()
  const countsOf = (creator: string, template: string): Counts => [
    countIn(ofCreator, creator),
    countIn(ofTemplate, template),
  ]
  const count = (group: string, by: number) => {
    const end = group.indexOf(' ')
    for (const each of countsOf(group.slice(0, end), group.slice(end + 1))) each.memes += by
  }
  const add = (group: string) => {
    latest.push(group)
    count(group, 1)
    if (latest.length >= FEED_DIVERSITY_WINDOW) count(latest.shift() as string, -1)
  }
  for (const group of groups) add(group)
  return {
    add,
    countsOf: ({ id, creatorId, templateId }: Shown): Counts => countsOf(creatorId ?? id, templateId ?? id),
    fits: ([creator, template]: Counts): boolean =>
      creator.memes < FEED_MAX_PER_CREATOR && template.memes < FEED_MAX_PER_CREATOR,
  }
}

function countIn(counts: Map<string, Count>, key: string): Count {
  const known = counts.get(key)
  if (known) return known
  const count = { memes: 0 }
  counts.set(key, count)
  return count
}
