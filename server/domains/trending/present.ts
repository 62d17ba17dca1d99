import type { Meme } from '#contract/memes/memes.ts'
import type { TrendingMeme, TrendingUser } from '#contract/memes/trending.ts'
import { mediaPath } from '#server/platform/media-path.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { TrendingMemeRow, TrendingUserRow } from './queries.ts'

/** Caps a gain at the total, which may have dropped since the list was made. */
export function gainsOf(
  row: TrendingMemeRow,
  total: Pick<Meme, 'likeCount' | 'copyCount' | 'viewCount'>,
): Omit<TrendingMeme, 'meme'> {
  return {
    rank: row.rank,
    likeCount: Math.min(row.likes, total.likeCount),
    copyCount: Math.min(row.copies, total.copyCount),
    viewCount: Math.min(row.views, total.viewCount),
    score: row.score,
  }
}

export function presentTrendingUser(row: TrendingUserRow, rank: number, viewer: Viewer): TrendingUser {
  return {
    _id: row.id,
    displayName: row.display_name,
    username: row.username,
    bio: row.bio,
    avatarUrl: mediaPath(row.avatar_small),
    rank,
    analytics: {
      followersGained: Math.min(row.followers, row.followers_count),
      totalFollowers: row.followers_count,
      memesPosted: Math.min(row.memes, row.memes_count),
      totalMemes: row.memes_count,
      likesReceived: Math.min(row.likes, row.total_likes),
      totalLikes: row.total_likes,
      copiesReceived: Math.min(row.copies, row.total_copies),
      totalCopies: row.total_copies,
      viewsReceived: Math.min(row.views, row.total_views),
      totalViews: row.total_views,
    },
    ...(viewer.kind === 'member'
      ? { viewer: { isFollowing: row.is_following, isFollowedBy: row.is_followed_by, isSelf: row.is_self } }
      : {}),
  }
}
