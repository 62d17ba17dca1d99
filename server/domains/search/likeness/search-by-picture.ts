import type { FoundMeme } from '#contract/memes/search.ts'
import { describeImage, mirrored } from '#server/domains/search/likeness/descriptor/visual.ts'
import type { Deps } from '#server/platform/deps.ts'
import { shrinkPicture } from '#server/platform/images/shrink-picture.ts'
import type { StagedSource } from '#server/platform/images/staging.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { queueOwner } from '#server/platform/viewer-key.ts'
import { withMemes } from '../../memes/lists/list-memes.ts'
import { BANDS, quantizeScore, TEMPLATE_LIKENESS_FLOOR } from '../rules.ts'
import { findNearest, type Nearest } from './queries.ts'

/**
 * Returns the memes that look like a picture, nearest first, including mirrored ones. The caller must discard `source`.
 * @throws PictureError as an upload does
 */
export async function searchByPicture(
  deps: Pick<Deps, 'db' | 'stagingDir'>,
  viewer: Viewer,
  source: StagedSource,
  limit: number,
): Promise<FoundMeme[]> {
  const { vector } = await describeImage(
    await shrinkPicture(source, { stagingDir: deps.stagingDir, owner: queueOwner(viewer) }),
  )
  if (!vector) return []
  const found = await nearestEitherWay(deps, viewer, vector, limit)
  const shown = await withMemes(deps.db, viewer, 'offered', found)
  return shown.map(({ meme, candidate: { likeness } }) => ({
    ...meme,
    score: quantizeScore(BANDS.looksAlike + Math.min(likeness, 0.999)),
    matched: ['visual'],
    matchKind: 'lookalike',
  }))
}

async function nearestEitherWay(deps: Pick<Deps, 'db'>, viewer: Viewer, vector: number[], limit: number) {
  const straight = await findNearest(deps.db, viewer, vector, limit)
  const turned = await findNearest(deps.db, viewer, mirrored(vector), limit)
  const known = new Set<string>()
  return [...straight, ...turned]
    .filter(({ likeness }) => likeness >= TEMPLATE_LIKENESS_FLOOR)
    .sort((a, b) => b.likeness - a.likeness)
    .filter(({ id }) => !known.has(id) && known.add(id))
    .slice(0, limit)
}

/**
 * Returns a picture's descriptor and the memes that look most like it, nearest first; no memes for a flat picture. The caller
 * must discard `source`.
 * @throws PictureError as an upload does
 */
export async function lookalikesOfPicture(
  deps: Pick<Deps, 'db' | 'stagingDir'>,
  viewer: Viewer,
  source: StagedSource,
  limit: number,
): Promise<{ blocks: Uint8Array; near: Nearest[] }> {
  const { vector, blocks } = await describeImage(
    await shrinkPicture(source, { stagingDir: deps.stagingDir, owner: queueOwner(viewer) }),
  )
  return { blocks, near: vector ? await findNearest(deps.db, viewer, vector, limit) : [] }
}
