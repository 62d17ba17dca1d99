import type { Topic } from './taste.ts'

export interface TopicsRow {
  tags: string[]
  /** The creator's usual tag, if the meme has no tags; null if there is none. */
  usual_tags: string[] | null
  shares: number[] | null
}

/** A meme's topics: its own tags, otherwise its creator's usual ones. */
export function topicsOf({ tags, usual_tags, shares }: TopicsRow): Topic[] {
  if (tags.length > 0) return tags.map((tag) => ({ tag, weight: 1 }))
  return (usual_tags ?? []).map((tag, index) => ({ tag, weight: shares?.[index] ?? 0 }))
}
