import type { Deps } from '#server/platform/deps.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { filterByConditions } from '../query/filter-queries.ts'
import type { SearchQuery } from '../query/query.ts'
import type { SearchRequest } from '../query/read-request.ts'
import { BANDS, MEANING_SCORE_SHARE, quantizeScore } from '../rules.ts'
import { findByMeaning } from './by-meaning.ts'
import { bestFirst, type Found } from './found.ts'
import { findLookalikes, SEEDS } from './lookalikes.ts'

/** Lookalikes of the best matches, and matches of the operator's model, best first. */
export async function findAlike(
  deps: Pick<Deps, 'db' | 'caches' | 'log' | 'meaning'>,
  viewer: Viewer,
  { text, newest, conditions }: SearchRequest,
  query: SearchQuery,
  best: Found[],
): Promise<Found[]> {
  const seeds = best.slice(0, SEEDS).map(({ id }) => id)
  const lookalikes = await findLookalikes(deps, viewer, seeds, newest)
  // A quoted phrase must match exactly, so skip matches by meaning.
  const meanings =
    query.phrases.length > 0 ? new Map<string, number>() : await findByMeaning(deps, viewer, text, newest)
  const byLooks = [...lookalikes].map(([id, likeness]): Found => {
    return { id, score: visualScore(likeness), matched: meanings.has(id) ? ['visual', 'meaning'] : ['visual'] }
  })
  const byMeaning = [...meanings]
    .filter(([id]) => !lookalikes.has(id))
    .map(([id, likeness]): Found => {
      return { id, score: quantizeScore(BANDS.looksAlike + MEANING_SCORE_SHARE * likeness), matched: ['meaning'] }
    })
  const alike = [...byLooks, ...byMeaning].toSorted(bestFirst)
  if (conditions.length === 0) return alike
  const ids = alike.map(({ id }) => id)
  const meeting = await filterByConditions(deps.db, viewer, ids, conditions)
  return alike.filter(({ id }) => meeting.has(id))
}

/** The score of a picture that looks like another. */
export const visualScore = (likeness: number) => quantizeScore(BANDS.looksAlike + Math.min(likeness, 0.999))
