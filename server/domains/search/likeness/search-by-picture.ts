import { PICTURE_MAX_BYTES } from '#contract/limits.ts'
import type { FoundMeme } from '#contract/search.ts'
import { describeImage, mirrored } from '#server/adapters/embeddings/visual.ts'
import { shrinkPicture } from '#server/adapters/images/shrink-picture.ts'
import { discard, receivePicture, type StagedSource } from '#server/adapters/images/staging.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Viewer } from '#server/viewer.ts'
import { memeCards } from '../../memes/cards.ts'
import { BANDS, onGrid, TEMPLATE_LIKENESS_FLOOR } from '../rules.ts'
import { findNearest } from './queries.ts'

/**
 * Memes that look like a picture, including mirrored ones, nearest first. The picture is never stored.
 * @throws AppError and PictureError as an upload does
 */
export async function searchByPicture(
  deps: Pick<Deps, 'db' | 'stagingDir'>,
  viewer: Viewer,
  receive: (onPicture: (stream: AsyncIterable<Buffer>) => Promise<void>) => Promise<{ limit: number }>,
): Promise<FoundMeme[]> {
  let source: StagedSource | undefined
  try {
    const { limit } = await receive(async (stream) => {
      if (source) throw new AppError('request.invalid')
      source = await receivePicture(stream, { stagingDir: deps.stagingDir, maxBytes: PICTURE_MAX_BYTES })
    })
    if (!source) throw new AppError('image.required', { errors: [{ path: 'image', code: 'requiredField' }] })
    const { vector } = await describeImage(await shrinkPicture(source, deps))
    if (!vector) return []
    const found = await nearestEitherWay(deps, vector, limit)
    const cards = await memeCards(
      deps.db,
      viewer,
      found.map(({ id }) => id),
    )
    const scores = new Map(found.map(({ id, likeness }) => [id, onGrid(BANDS.looksAlike + Math.min(likeness, 0.999))]))
    return cards.map((card) => ({
      ...card,
      score: scores.get(card._id) ?? 0,
      matched: ['visual'],
      matchKind: 'lookalike',
    }))
  } finally {
    if (source) await discard(source)
  }
}

async function nearestEitherWay(deps: Pick<Deps, 'db'>, vector: number[], limit: number) {
  const straight = await findNearest(deps.db, vector, limit)
  const turned = await findNearest(deps.db, mirrored(vector), limit)
  const known = new Set<string>()
  return [...straight, ...turned]
    .filter(({ likeness }) => likeness >= TEMPLATE_LIKENESS_FLOOR)
    .sort((a, b) => b.likeness - a.likeness)
    .filter(({ id }) => !known.has(id) && known.add(id))
    .slice(0, limit)
}
