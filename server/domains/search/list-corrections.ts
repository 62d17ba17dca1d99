import type { PictureWords } from '#contract/memes/picture-words.ts'
import { hasRole } from '#contract/people/roles.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Member } from '#server/platform/viewer.ts'
import { getMeme } from '../memes/get-meme.ts'
import { readCorrections } from './indexing/correction-queries.ts'

/**
 * Returns the words in the picture of a meme with their corrections, for its owner and for moderators. Throws meme.notFound,
 * meme.removed, and meme.forbidden for others.
 */
export async function listCorrections(
  deps: Pick<Deps, 'db' | 'caches'>,
  viewer: Member,
  memeId: string,
): Promise<PictureWords> {
  const meme = await getMeme(deps, viewer, memeId)
  if (meme.userId !== viewer.userId && !hasRole(viewer.role, 'moderator')) throw new AppError('meme.forbidden')
  const { corrections, ...words } = await readCorrections(deps.db, memeId)
  return {
    ...words,
    corrections: corrections.map(({ by_moderator, before, after, created_at }) => ({
      by: by_moderator ? 'moderator' : 'owner',
      before,
      after,
      at: created_at.toISOString(),
    })),
  }
}
