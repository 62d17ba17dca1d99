import type { Meme } from '#contract/memes/memes.ts'
import type { TagDetails } from '#contract/memes/tags.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { showMemes } from '../memes/lists/list-memes.ts'
import { findNewest } from '../memes/lists/sources/newest.ts'
import { mainTag } from '../memes/tag-aliases.ts'
import { listAliases } from './alias-queries.ts'
import { isFollowed } from './follow-queries.ts'
import { countMemes, findRelatedTags } from './queries.ts'

const RELATED_MAX = 12
const ALIASES_SHOWN = 100

/**
 * Returns a tag, or the main tag of an alias, with its count and related tags, and whether the viewer follows it. The count of an
 * unused tag is 0.
 */
export async function getTag(deps: Pick<Deps, 'db'>, viewer: Viewer, name: string): Promise<TagDetails> {
  const tag = await mainTag(deps.db, name)
  const [aliases, count, related, isFollowing] = await Promise.all([
    listAliases(deps.db, tag, ALIASES_SHOWN),
    countMemes(deps.db, viewer, tag),
    findRelatedTags(deps.db, viewer, tag, RELATED_MAX),
    viewer.kind === 'member' ? isFollowed(deps.db, viewer.userId, tag) : undefined,
  ])
  return { tag, aliases, count, related, ...(isFollowing === undefined ? {} : { viewer: { isFollowing } }) }
}

/** Returns the newest memes of a tag. */
export async function listMemesOfTag(
  deps: Pick<Deps, 'db' | 'caches'>,
  viewer: Viewer,
  tag: string,
  limit: number,
): Promise<Meme[]> {
  const found = await findNewest(deps.db, viewer, 'offered', { limit, tags: [tag] })
  return showMemes(
    deps,
    viewer,
    'offered',
    found.map(({ id }) => id),
  )
}
