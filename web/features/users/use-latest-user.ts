import type { UserCard } from '#contract/people/users.ts'
import { usePerson } from '../../entities/people.ts'
import { useSession } from '../../lib/session.ts'

/** Returns a profile with the latest data, such as counts that include the viewer's taps. */
export function useLatestUser(user: UserCard): UserCard {
  const { user: me } = useSession()
  const { stats, viewer } = user
  const latest = usePerson(user.username, { ...user, ...stats, ...viewer })
  const { displayName, bio, avatarUrl, isFollowing, isFollowedBy } = latest
  const { followersCount, followingCount } = me?.userId === user._id ? me.stats : latest
  return {
    ...user,
    displayName,
    bio,
    avatarUrl,
    stats: { ...stats, followersCount, followingCount },
    ...(viewer && { viewer: { ...viewer, isFollowing, isFollowedBy } }),
  }
}
