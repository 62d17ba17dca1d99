import { useEffect } from 'react'
import type { UserCard } from '#contract/people/users.ts'
import { useSession } from '../../lib/session.ts'
import { setOwnCounts, useFollowersCount, useFollowState } from './follow-store.ts'

/** Returns a profile with counts that include the viewer's latest taps, on their own profile and on others'. */
export function useCountedUser(user: UserCard): UserCard {
  const { user: reader } = useSession()
  const own = useFollowState((state) => state.profile)
  const followersCount = useFollowersCount(user.username, user.stats.followersCount, user.viewer)
  const isSelf = reader?.userId === user._id
  useEffect(() => {
    if (isSelf) setOwnCounts(user.stats)
  }, [isSelf, user.stats])
  return { ...user, stats: { ...user.stats, ...(isSelf ? own : { followersCount }) } }
}
