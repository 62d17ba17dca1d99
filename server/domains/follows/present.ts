import type { FollowUser, Relationship } from '#contract/people/follows.ts'
import type { ShownPerson } from '../users/lists/list-people.ts'
import { presentName } from '../users/lists/present-person.ts'
import type { RelationshipRow } from './queries.ts'

export interface FollowChange {
  relationship: Relationship
  /** The other person's follower count. */
  followersCount: number
  /** The caller's following count. */
  followingCount: number
}

export function presentChange(row: RelationshipRow): FollowChange {
  return {
    relationship: {
      isFollowing: row.followed_at !== null,
      isFollowedBy: row.is_followed_by,
      followedAt: row.followed_at?.toISOString() ?? null,
    },
    followersCount: row.followers_count,
    followingCount: row.following_count,
  }
}

export function presentFollow(person: ShownPerson & { at: Date }): FollowUser {
  const { avatarUrl, ...name } = presentName(person)
  return {
    ...name,
    avatar: avatarUrl,
    bio: person.bio,
    followersCount: person.followers_count,
    isFollowing: person.is_following,
    isFollowedBy: person.is_followed_by,
    followedAt: person.at.toISOString(),
  }
}
