import type { CaptionBox } from '#contract/templates/templates.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { getMeme } from '../memes/get-meme.ts'
import { findWordBoxes } from './queries.ts'
import { captionsIn } from './rules.ts'

/** Returns the boxes of the captions that a meme already has. Throws meme.notFound, meme.removed. */
export async function getCaptionBoxes(
  deps: Pick<Deps, 'caches' | 'db'>,
  viewer: Viewer,
  id: string,
): Promise<CaptionBox[]> {
  await getMeme(deps, viewer, id)
  return captionsIn(await findWordBoxes(deps.db, id))
}
