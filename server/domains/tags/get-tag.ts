import type { Meme } from '#contract/memes.ts'
import type { TagDetails } from '#contract/tags.ts'
import type { Deps } from '#server/deps.ts'
import type { Viewer } from '#server/viewer.ts'
import { memeCards } from '../memes/cards.ts'
import { countMemes, findMemesOfTag, findRelatedTags } from './queries.ts'

const RELATED_MAX = 12

/** A tag with its count and related tags; one that nobody uses counts 0. */
export async function getTag(deps: Pick<Deps, 'db'>, tag: string): Promise<TagDetails> {
  const [count, related] = await Promise.all([countMemes(deps.db, tag), findRelatedTags(deps.db, tag, RELATED_MAX)])
  return { tag, count, related }
}

/** The newest memes of a tag. */
export async function listMemesOfTag(
  deps: Pick<Deps, 'db'>,
  viewer: Viewer,
  tag: string,
  limit: number,
): Promise<Meme[]> {
  return memeCards(deps.db, viewer, await findMemesOfTag(deps.db, tag, limit))
}
