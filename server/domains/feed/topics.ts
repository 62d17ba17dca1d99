import type { Topic } from './taste.ts'

export interface TopicsRow {
  tags: string[]
  /** Of the creator, where the meme has no tags; null where nothing is usual. */
  creator_tags: string[] | null
  shares: number[] | null
}

/** What a meme says that it is about, else what its creator's memes are mostly about. */
export function topicsOf({ tags, creator_tags, shares }: TopicsRow): Topic[] {
  if (tags.length > 0) return tags.map((tag) => ({ tag, weight: 1 }))
  return (creator_tags ?? []).map((tag, index) => ({ tag, weight: shares?.[index] ?? 0 }))
}
