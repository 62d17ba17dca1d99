import type { Relationship } from '#contract/people/follows.ts'

export type SaidRelation = { username: string; isFollowing: boolean } & Partial<Pick<Relationship, 'isFollowedBy'>>

/** Extracts the member's relation to a person from one object of a response: a user card, a list row or a meme. */
export function relationsIn(part: Readonly<Record<string, unknown>>): SaidRelation[] {
  const { username, viewer, creator } = part
  if (typeof username === 'string') return said(username, isRecord(viewer) ? viewer : part)
  if (!isRecord(creator) || typeof creator.username !== 'string' || !isRecord(viewer)) return []
  return said(creator.username, { isFollowing: viewer.isFollowingCreator })
}

function said(username: string, { isFollowing, isFollowedBy }: Readonly<Record<string, unknown>>): SaidRelation[] {
  if (typeof isFollowing !== 'boolean') return []
  return [{ username, isFollowing, ...(typeof isFollowedBy === 'boolean' ? { isFollowedBy } : {}) }]
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
