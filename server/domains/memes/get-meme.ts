import type { Meme } from '#contract/memes/memes.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { showMemes } from './lists/list-memes.ts'
import { findMeme } from './queries.ts'

/** Throws meme.notFound, or meme.removed for one that the operator removed. */
export async function getMeme(deps: Pick<Deps, 'db' | 'caches'>, viewer: Viewer, id: string): Promise<Meme> {
  const [meme] = await showMemes(deps, viewer, 'opened', [id])
  if (meme) return meme
  const row = await findMeme(deps.db, id)
  throw new AppError(row?.status === 'removed' ? 'meme.removed' : 'meme.notFound')
}
