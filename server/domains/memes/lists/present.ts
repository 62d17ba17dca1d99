import type { Meme } from '#contract/memes/memes.ts'
import { mediaPath } from '#server/platform/media-path.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { HydratedMeme } from './hydrate.ts'

export function presentMeme(row: HydratedMeme, viewer: Viewer): Meme {
  const { details } = row
  return {
    _id: row.id,
    name: details.name,
    description: details.description,
    altText: details.altText,
    imageText: details.imageText,
    templateId: row.template_id ?? undefined,
    tag: details.tag,
    userId: row.user_id,
    location: details.location,
    status: details.status,
    sensitive: details.sensitive,
    sensitiveBy: details.sensitiveBy,
    viewCount: row.view_count,
    likeCount: row.like_count,
    copyCount: row.copy_count,
    dislikeCount: row.dislike_count,
    stats: {
      viewCount: row.view_count,
      likeCount: row.like_count,
      copyCount: row.copy_count,
      dislikeCount: row.dislike_count,
    },
    image: details.image,
    creator: presentCreator(row),
    createdAt: details.createdAt,
    updatedAt: details.updatedAt,
    viewer:
      viewer.kind === 'member'
        ? {
            isLiked: row.reaction === 'like',
            isDisliked: row.reaction === 'dislike',
            isInAlbum: row.in_album === true,
            isFollowingCreator: row.following_creator === true,
            isOwner: row.user_id === viewer.userId,
          }
        : undefined,
  }
}

function presentCreator(row: HydratedMeme): Meme['creator'] {
  if (row.user_id === null || row.username === null) return null
  return {
    _id: row.user_id,
    username: row.username,
    displayName: row.display_name ?? row.username,
    avatarUrl: mediaPath(row.avatar_small),
    followCount: row.followers_count ?? 0,
    followingCount: row.following_count ?? 0,
  }
}
