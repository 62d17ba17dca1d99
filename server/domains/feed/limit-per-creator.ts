import { FEED_DIVERSITY_WINDOW, FEED_MAX_PER_CREATOR } from '#contract/limits.ts'

/** The creator and template of a shown meme. If one is unknown, the meme forms its own group. */
interface Shown {
  id: string
  creatorId: string | null
  templateId: string | null
}

export const groupOf = ({ id, creatorId, templateId }: Shown): string => `${creatorId ?? id} ${templateId ?? id}`

/**
 * Tracks the latest shown memes. `fits` checks whether another meme stays within the limits per creator and template in a
 * window of the feed.
 */
export function createDiversityWindow(groups: string[]) {
  const latest: string[] = []
  const ofCreator = new Map<string, number>()
  const ofTemplate = new Map<string, number>()
  const count = (group: string, by: number) => {
    const end = group.indexOf(' ')
    const [creator, template] = [group.slice(0, end), group.slice(end + 1)]
    ofCreator.set(creator, (ofCreator.get(creator) ?? 0) + by)
    ofTemplate.set(template, (ofTemplate.get(template) ?? 0) + by)
  }
  const add = (group: string) => {
    latest.push(group)
    count(group, 1)
    if (latest.length >= FEED_DIVERSITY_WINDOW) count(latest.shift() as string, -1)
  }
  for (const group of groups) add(group)
  return {
    add,
    fits: ({ id, creatorId, templateId }: Shown): boolean =>
      (ofCreator.get(creatorId ?? id) ?? 0) < FEED_MAX_PER_CREATOR &&
      (ofTemplate.get(templateId ?? id) ?? 0) < FEED_MAX_PER_CREATOR,
  }
}
