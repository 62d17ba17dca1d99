import type { Meme } from '#contract/memes.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Viewer } from '#server/viewer.ts'
import { memeCards } from '../memes/cards.ts'
import { findSimilarByWords, memeExists } from './queries.ts'

/** Memes like one; never itself. Throws meme.notFound. */
export async function listSimilar(
  deps: Pick<Deps, 'db'>,
  viewer: Viewer,
  input: { imageId: string; limit: number },
): Promise<(Meme & { score: number })[]> {
  if (!(await memeExists(deps.db, input.imageId))) throw new AppError('meme.notFound')
  const rows = await findSimilarByWords(deps.db, input.imageId, input.limit)
  const scores = new Map(rows.map((row) => [row.id, row.score]))
  const cards = await memeCards(
    deps.db,
    viewer,
    rows.map((row) => row.id),
  )
  return cards.map((card) => ({ ...card, score: scores.get(card._id) ?? 0 }))
}
