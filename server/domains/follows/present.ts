import type { FollowUser, Relationship } from '#contract/people/follows.ts'
import { mediaPath } from '#server/platform/media-path.ts'
import type { ListedPerson, RelationshipRow } from './queries.ts'

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

export function presentListed(person: ListedPerson): FollowUser {
  return {
    _id: person.id,
    username: person.username,
    displayName: person.display_name,
    bio: person.bio,
    avatar: mediaPath(person.avatar_small),
    followersCount: person.followers_count,
    isFollowing: person.is_following,
    isFollowedBy: person.is_followed_by,
    followedAt: person.created_at.toISOString(),
  }
}
