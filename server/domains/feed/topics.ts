import type { Topic } from './taste.ts'

export interface TopicsRow {
  tags: string[]
  /** The creator's usual tags if the meme has none; null if there are no usual ones. */
  creator_tags: string[] | null
  shares: number[] | null
}

/** Returns a meme's own tags as topics, or else its creator's usual tags. */
export function topicsOf({ tags, creator_tags, shares }: TopicsRow): Topic[] {
  if (tags.length > 0) return tags.map((tag) => ({ tag, weight: 1 }))
  return (creator_tags ?? []).map((tag, index) => ({ tag, weight: shares?.[index] ?? 0 }))
}
