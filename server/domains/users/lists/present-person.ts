import type { UserCard } from '#contract/people/users.ts'
import { mediaPath } from '#server/platform/media-path.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { ShownName, ShownPerson } from './list-people.ts'

/** The four fields with which every list names a person. */
export const presentName = (person: ShownName) => ({
  _id: person.id,
  username: person.username,
  displayName: person.display_name,
  avatarUrl: mediaPath(person.avatar_small),
})

/** The viewer's relation to a person; undefined for visitors. */
export const presentRelation = (person: ShownPerson, viewer: Viewer) =>
  viewer.kind === 'visitor'
    ? undefined
    : { isFollowing: person.is_following, isFollowedBy: person.is_followed_by, isSelf: person.is_self }

export function presentPerson(person: ShownPerson, viewer: Viewer): UserCard {
  const relation = presentRelation(person, viewer)
  return {
    ...presentName(person),
    bio: person.bio,
    stats: {
      followersCount: person.followers_count,
      followingCount: person.following_count,
      memesCount: person.memes_count,
    },
    createdAt: person.created_at.toISOString(),
    ...(relation && { viewer: relation }),
  }
}
