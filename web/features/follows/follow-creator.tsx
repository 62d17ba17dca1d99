import type { Meme } from '#contract/memes/memes.ts'
import { FollowButton } from './follow-button.tsx'

export function FollowCreator({ meme }: { meme: Meme }) {
  const { creator, viewer } = meme
  if (!creator) return null
  const { avatarUrl, followCount } = creator
  const held = { avatarUrl, followersCount: followCount, isFollowing: viewer?.isFollowingCreator ?? false }
  return <FollowButton person={creator} held={held} />
}
