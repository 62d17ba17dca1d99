import type { Viewer } from '#server/platform/viewer.ts'
import { findCandidates } from '../query/candidate-queries.ts'
import type { StatisticsDeps } from '../query/common-words-queries.ts'
import type { SearchQuery } from '../query/query.ts'
import type { SearchRequest } from '../query/read-request.ts'
import { translationQuery } from '../translation/candidate-query.ts'
import { translationScorer } from '../translation/score-translation.ts'
import { shippedTable } from '../translation/table.ts'
import { type Part, translate } from '../translation/translate.ts'
import { bestFirst, type Found } from './found.ts'

/** Returns the parts of a search that have translations; none if they do not count. */
export const partsOf = ({ isTranslated }: SearchRequest, query: SearchQuery): Part[] =>
  isTranslated ? translate(query, shippedTable()) : []

/** Memes with the translations of the typed words, best first. */
export async function findByTranslation(
  deps: StatisticsDeps,
  viewer: Viewer,
  { newest, conditions }: SearchRequest,
  parts: readonly Part[],
): Promise<Found[]> {
  if (parts.length === 0) return []
  const rows = await findCandidates(deps, [translationQuery(parts)], newest, viewer, conditions)
  const score = translationScorer(parts, shippedTable())
  return rows
    .flatMap(({ id, ...texts }): Found[] => {
      const { from, words, ...scored } = score(texts)
      return scored.score > 0 ? [{ id, ...scored, translation: { from, words } }] : []
    })
    .toSorted(bestFirst)
}
