import { useQuery } from '@tanstack/react-query'
import type { Meme } from '#contract/memes/memes.ts'
import { userQuery } from '../users/user-query.ts'
import { FollowButton } from './follow-button.tsx'
import { useFollowersCount } from './follow-store.ts'

const heldOf = ({ viewer }: Meme) => viewer && { isFollowing: viewer.isFollowingCreator }

/** The follow button on the card of a meme's creator. */
export function FollowCreator({ meme }: { meme: Meme }) {
  const { creator } = meme
  if (!creator) return null
  return <FollowPerson creator={creator} held={heldOf(meme)} />
}

interface FollowPersonProps {
  creator: NonNullable<Meme['creator']>
  held: { isFollowing: boolean } | undefined
}

function FollowPerson({ creator, held }: FollowPersonProps) {
  const { username, displayName, avatarUrl, followCount } = creator
  // A meme does not state whether its creator follows back. If the user was loaded, such as for a hover card, use that data.
  const { data: user } = useQuery({ ...userQuery(username), enabled: false })
  return (
    <FollowButton
      person={{ username, displayName, bio: '', avatar: avatarUrl, followersCount: followCount }}
      held={held && { ...held, isFollowedBy: user?.viewer?.isFollowedBy ?? false }}
    />
  )
}

/** Returns the meme with its creator's optimistic follower count. */
export function useFollowedCreator(meme: Meme | undefined): Meme | undefined {
  const creator = meme?.creator
  const followCount = useFollowersCount(creator?.username ?? '', creator?.followCount ?? 0, meme && heldOf(meme))
  return meme && creator ? { ...meme, creator: { ...creator, followCount } } : meme
}
