import type { Deps } from '#server/platform/deps.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { knownTemplates } from '../known-templates/read-known.ts'
import type { SearchQuery } from '../query/query.ts'
import type { SearchRequest } from '../query/read-request.ts'
import { findMemesOfKnown } from '../query/template-queries.ts'
import { BANDS, scoreWithin } from '../rules.ts'
import { bestFirst, type Found } from './found.ts'

/** Memes made from the well-known templates that a search names or describes: those of the best template first. */
export async function findByTemplate(
  deps: Pick<Deps, 'caches' | 'config' | 'db' | 'log'>,
  viewer: Viewer,
  request: SearchRequest,
  query: SearchQuery,
): Promise<Found[]> {
  // A quoted phrase must match exactly.
  if (query.phrases.length > 0) return []
  const described = (await knownTemplates(deps)).described(request.text)
  if (described.length === 0) return []
  const rows = await findMemesOfKnown(deps.db, viewer, described, request)
  return rows
    .map(({ id, known_id }): Found => {
      const share = 1 - described.indexOf(known_id) / described.length
      return { id, score: scoreWithin(BANDS.template, share), matched: [] }
    })
    .toSorted(bestFirst)
}
