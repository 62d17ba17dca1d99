import type { FoundMeme } from '#contract/memes/search.ts'
import type { UserCard } from '#contract/people/users.ts'
import { cutPage } from '#server/platform/db/keyset.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { type PeopleSearch, searchPeople } from '../users/find-people.ts'
import { presentFoundAnd } from './present-found.ts'
import { encodeScore } from './query/cursor.ts'
import { didYouMean } from './query/did-you-mean.ts'
import { findByConditions } from './query/filter-queries.ts'
import { expandQuery, type SearchQuery } from './query/query.ts'
import type { SearchInput, SearchRequest } from './query/read-request.ts'
import { resolveRequest } from './query/resolve-tags.ts'
import { findAlike } from './sources/alike.ts'
import { findByTemplate } from './sources/by-template.ts'
import { findByTranslation, partsOf } from './sources/by-translation.ts'
import { findByAllWords, findBySomeWords } from './sources/by-words.ts'
import { bestFirst, type Found, newestFirst } from './sources/found.ts'
import { shippedTable } from './translation/table.ts'
import { type Part, shownTargets, translate } from './translation/translate.ts'

type SearchDeps = Pick<Deps, 'caches' | 'config' | 'db' | 'log' | 'meaning'>

interface SearchPage {
  memes: FoundMeme[]
  hasNext: boolean
  nextCursor: { lastId: string; lastScore: number } | null
}

/** Additions to the first page. */
interface FirstPage extends SearchPage {
  people: UserCard[]
  alsoFor: string[]
  /** The nearest search with words that occur, if the typed words do not. */
  didYouMean: string | undefined
}

/**
 * Returns a page of memes: with all words, then with their translations, then of well-known templates that they describe, then
 * lookalikes of the best ones, then matches in meaning (with a model), then with some of the words. Sorted by time, only the first
 * kind. Conditions without words find the newest memes that meet them. A query without a letter, digit, emoji or condition finds
 * nothing. Throws `cursor.invalid` for an incomplete cursor.
 */
export const searchByText = async (deps: SearchDeps, viewer: Viewer, input: SearchInput): Promise<SearchPage> =>
  (await findPage(deps, viewer, await resolveRequest(deps.db, input))).page

const PEOPLE_MAX = 12

/**
 * Returns a page of memes; the first page includes people with a matching name, the translations that count, and a correction of
 * the typed words.
 */
export async function searchWithPeople(
  deps: SearchDeps,
  viewer: Viewer,
  input: SearchInput,
): Promise<SearchPage & Partial<FirstPage>> {
  const request = await resolveRequest(deps.db, input)
  if (request.after) return (await findPage(deps, viewer, request)).page
  const first = { typed: input.q, search: searchPeople(viewer, request.text, PEOPLE_MAX) }
  const { page, people, correction, parts } = await findPage(deps, viewer, request, first)
  return { ...page, people, alsoFor: shownTargets(parts), didYouMean: correction }
}

/**
 * Returns a page, and the parts of the search that have translations.
 * @param first for the first page: the typed text, to be corrected if no meme has its words, and the search for people
 */
async function findPage(
  deps: SearchDeps,
  viewer: Viewer,
  request: SearchRequest,
  first?: { typed: string; search: PeopleSearch | undefined },
): Promise<{ page: SearchPage; people: UserCard[]; parts: readonly Part[]; correction: string | undefined }> {
  const query = await expandQuery(deps.db, request.text)
  const parts = partsOf(request, query)
  const found = await findCandidates(deps, viewer, request, query, parts)
  const { page, ...rest } = cutPage(following(request, found), request.limit, ({ id, score }) => ({
    lastId: id,
    lastScore: encodeScore(score, request.began),
  }))
  const isWrong = first !== undefined && !found.some(({ isAsTyped }) => isAsTyped)
  // Translated words are known, also in a search that does not translate.
  const known = request.isTranslated || !isWrong ? parts : translate(query, shippedTable())
  const [{ memes, people }, correction] = await Promise.all([
    presentFoundAnd(deps, viewer, page, query, first?.search),
    isWrong ? didYouMean(deps.db, viewer, { typed: first.typed, query, parts: known }) : undefined,
  ])
  return { page: { memes, ...rest }, people, parts, correction }
}

/** Returns the candidates after the cursor. */
function following({ after, sort }: SearchRequest, found: Found[]): Found[] {
  if (!after) return found
  const order = sort === 'newest' ? newestFirst : bestFirst
  return found.filter((one) => order(one, { ...after, matched: [] }) > 0)
}

/**
 * Adds one band of candidates after another until the page is full. A band does not depend on the following ones, so pages are
 * consistent.
 */
async function findCandidates(
  deps: SearchDeps,
  viewer: Viewer,
  request: SearchRequest,
  query: SearchQuery,
  parts: readonly Part[],
): Promise<Found[]> {
  if (query.words.length === 0) return findByConditions(deps.db, viewer, request)
  const whole = await findByAllWords(deps, viewer, request, query)
  if (request.sort === 'newest') return whole.toSorted(newestFirst)
  const found = new Map(whole.map((one) => [one.id, one]))
  const bands = [
    () => findByTranslation(deps, viewer, request, parts),
    () => findByTemplate(deps, viewer, request, query),
    () => findAlike(deps, viewer, request, query, whole),
    () => findBySomeWords(deps, viewer, request, query),
  ]
  for (const findBand of bands) {
    if (following(request, [...found.values()]).length > request.limit) break
    for (const one of await findBand()) if (!found.has(one.id)) found.set(one.id, one)
  }
  return [...found.values()]
}
