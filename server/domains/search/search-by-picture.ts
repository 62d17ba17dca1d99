import type { FoundMeme } from '#contract/memes/search.ts'
import type { Deps } from '#server/platform/deps.ts'
import { shrinkPicture } from '#server/platform/images/shrink-picture.ts'
import type { StagedSource } from '#server/platform/images/staging.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { queueOwner } from '#server/platform/viewer-key.ts'
import { describeImage, mirrored } from './likeness/descriptor/visual.ts'
import { findNearestOf, type Nearest } from './likeness/queries.ts'
import { presentFound } from './present-found.ts'
import type { StatisticsDeps } from './query/common-words-queries.ts'
import { TEMPLATE_LIKENESS_FLOOR } from './rules.ts'
import { visualScore } from './sources/alike.ts'
import type { Found } from './sources/found.ts'

/**
 * Returns the memes that look like a picture, nearest first, including mirrored ones. The caller must discard `source`.
 * @throws PictureError as an upload does
 */
export async function searchByPicture(
  deps: Pick<Deps, 'db' | 'caches' | 'stagingDir'>,
  viewer: Viewer,
  source: StagedSource,
  limit: number,
): Promise<FoundMeme[]> {
  const { vector } = await describeSource(deps, viewer, source)
  return vector ? presentFound(deps, viewer, await findEitherWay(deps, viewer, vector, limit)) : []
}

/** The candidates nearest to a picture or its mirror image. */
async function findEitherWay(deps: StatisticsDeps, viewer: Viewer, vector: number[], limit: number): Promise<Found[]> {
  const bounds = { limit, floor: TEMPLATE_LIKENESS_FLOOR }
  const near = await findNearestOf(deps, viewer, [vector, mirrored(vector)], bounds)
  const nearest = new Map<string, Found>()
  for (const { id, likeness } of near)
    if (!nearest.has(id)) nearest.set(id, { id, score: visualScore(likeness), matched: ['visual'] })
  return nearest.values().take(limit).toArray()
}

const describeSource = async (deps: Pick<Deps, 'stagingDir'>, viewer: Viewer, source: StagedSource) =>
  describeImage(await shrinkPicture(source, { stagingDir: deps.stagingDir, owner: queueOwner(viewer) }))

/**
 * Returns a picture's descriptor and the memes that look most like it, nearest first; no memes for a flat picture. The caller
 * must discard `source`.
 * @throws PictureError as an upload does
 */
export async function lookalikesOfPicture(
  deps: Pick<Deps, 'db' | 'caches' | 'stagingDir'>,
  viewer: Viewer,
  source: StagedSource,
  limit: number,
): Promise<{ blocks: Uint8Array; near: Nearest[] }> {
  const { vector, blocks } = await describeSource(deps, viewer, source)
  return { blocks, near: vector ? await findNearestOf(deps, viewer, [vector], { limit }) : [] }
}
