import type { Meme } from '#contract/memes/memes.ts'
import { mediaPath } from '#server/platform/media-path.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { HydratedMeme, MemePicture } from './hydrate.ts'

export function presentMeme(row: HydratedMeme, viewer: Viewer): Meme {
  const stats = {
    viewCount: row.view_count,
    likeCount: row.like_count,
    copyCount: row.copy_count,
    dislikeCount: row.dislike_count,
  }
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    altText: row.alt_text,
    ...(row.picture_text ? { imageText: row.picture_text } : {}),
    ...(row.template_id ? { templateId: row.template_id } : {}),
    tag: row.tags,
    userId: row.user_id,
    location: row.location,
    status: row.status,
    sensitive: row.sensitive_by !== null,
    ...(row.sensitive_by ? { sensitiveBy: row.sensitive_by } : {}),
    ...stats,
    stats,
    image: presentImage(row),
    creator: presentCreator(row),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    ...(viewer.kind === 'member'
      ? {
          viewer: {
            isLiked: row.reaction === 'like',
            isDisliked: row.reaction === 'dislike',
            isInAlbum: row.in_album === true,
            isFollowingCreator: row.following_creator === true,
            isOwner: row.user_id === viewer.userId,
          },
        }
      : {}),
  }
}

export function presentImage(row: MemePicture): Meme['image'] {
  return {
    imageOrigin: mediaPath(row.blob_origin),
    imageMedium: mediaPath(row.blob_medium),
    imageSmall: mediaPath(row.blob_small),
    width: row.width,
    height: row.height,
    thumbhash: row.thumbhash,
    animated: row.animated,
    mime: row.mime,
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
