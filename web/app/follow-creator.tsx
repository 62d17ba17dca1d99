import type { Meme } from '#contract/memes.ts'
import { FollowButton } from '../features/follows/follow-button.tsx'
import { useFollowersCount } from '../features/follows/follow-store.ts'

const heldOf = ({ viewer }: Meme) => viewer && { isFollowing: viewer.isFollowingCreator }

/** The follow button on the card of a meme's creator. */
export function FollowCreator({ meme }: { meme: Meme }) {
  const { creator } = meme
  if (!creator) return null
  const { username, displayName, avatarUrl, followCount } = creator
  return (
    <FollowButton
      person={{ username, displayName, bio: '', avatar: avatarUrl, followersCount: followCount }}
      held={heldOf(meme)}
    />
  )
}

/** The meme with its creator's followers as they are after the reader's latest tap. */
export function useFollowedCreator(meme: Meme | undefined): Meme | undefined {
  const creator = meme?.creator
  const followCount = useFollowersCount(creator?.username ?? '', creator?.followCount ?? 0, meme && heldOf(meme))
  return meme && creator ? { ...meme, creator: { ...creator, followCount } } : meme
}
