import type { Deps } from '#server/platform/deps.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { newestId } from './query/cursor.ts'
import { findByConditions } from './query/filter-queries.ts'
import { expandQuery } from './query/query.ts'
import type { SearchInput } from './query/read-request.ts'
import { resolveRequest } from './query/resolve-tags.ts'
import { findByTranslation, partsOf } from './sources/by-translation.ts'
import { findByAllWords } from './sources/by-words.ts'
import { newestFirst } from './sources/found.ts'

/**
 * Returns the ids of the newest memes after a time that lists may show to the viewer and that a search clearly finds: with all
 * words as typed, or translated.
 */
export async function findNewMatches(
  deps: Pick<Deps, 'caches' | 'config' | 'db' | 'log' | 'meaning'>,
  viewer: Viewer,
  input: SearchInput,
  since: Date,
): Promise<string[]> {
  const asked = await resolveRequest(deps.db, input)
  // Exclusions alone are plain words, as in a search.
  const request = {
    ...asked,
    conditions: [...asked.conditions, { kind: 'since' as const, id: newestId(since.getTime()) }],
  }
  const query = await expandQuery(deps.db, request.text)
  if (query.words.length === 0) {
    if (asked.conditions.length === 0) return []
    return (await findByConditions(deps.db, viewer, request)).map(({ id }) => id)
  }
  const parts = partsOf(request, query)
  const [whole, translated] = await Promise.all([
    findByAllWords(deps, viewer, request, query),
    findByTranslation(deps, viewer, request, parts),
  ])
  const found = [...whole.filter(({ isAsTyped }) => isAsTyped), ...translated]
  const ids = found.toSorted(newestFirst).map(({ id }) => id)
  return [...new Set(ids)].slice(0, request.limit)
}
