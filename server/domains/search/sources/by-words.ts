import type { Viewer } from '#server/platform/viewer.ts'
import { type CandidateQuery, findCandidates } from '../query/candidate-queries.ts'
import type { StatisticsDeps } from '../query/common-words-queries.ts'
import { keepSignificant } from '../query/partial-matches.ts'
import type { SearchQuery } from '../query/query.ts'
import type { SearchRequest } from '../query/read-request.ts'
import { exactQueries, fuzzyQueries, partialQueries } from '../query/word-queries.ts'
import { BANDS, type Scored, scoreTexts } from '../rules.ts'
import { bestFirst, type Found } from './found.ts'

/** With at least this many exact matches, skip the search for misspelled ones. */
const PLENTY = 100
const NONE: ReadonlySet<string> = new Set()

/** Memes with all words, best first. */
export async function findByAllWords(
  deps: StatisticsDeps,
  viewer: Viewer,
  request: SearchRequest,
  query: SearchQuery,
): Promise<Found[]> {
  const exact = await findScored(deps, viewer, request, query, exactQueries(query))
  const whole = wholeOf(exact)
  if (whole.length >= PLENTY) return whole.toSorted(bestFirst)
  const known = new Set(exact.map(({ id }) => id))
  const fuzzy = await findScored(deps, viewer, request, query, fuzzyQueries(query), known)
  return [...whole, ...wholeOf(fuzzy)].toSorted(bestFirst)
}

/** Memes with some of the words, best first. */
export async function findBySomeWords(
  deps: StatisticsDeps,
  viewer: Viewer,
  request: SearchRequest,
  query: SearchQuery,
): Promise<Found[]> {
  const scored = await findScored(deps, viewer, request, query, partialQueries(query))
  return keepSignificant(query, scored)
    .map(({ id, matched, score, isWhole }) => {
      // Lower the score of whole matches that the first band's limit excluded, so that they do not return in it.
      return { id, matched, score: isWhole ? score - BANDS.allWords : score }
    })
    .filter(({ score }) => score > 0)
    .toSorted(bestFirst)
}

const wholeOf = (scored: (Found & Scored)[]) => scored.filter(({ isWhole }) => isWhole)

/** @param known memes that are scored already */
async function findScored(
  deps: StatisticsDeps,
  viewer: Viewer,
  { newest, conditions }: SearchRequest,
  query: SearchQuery,
  queries: CandidateQuery[],
  known: ReadonlySet<string> = NONE,
): Promise<(Found & Scored)[]> {
  const rows = await findCandidates(deps, queries, newest, viewer, conditions)
  return rows.flatMap(({ id, exact, folded }) => {
    if (known.has(id)) return []
    const scored = scoreTexts(query, { exact, folded })
    return { id, ...scored, isAsTyped: isAsTyped(query, scored, exact) }
  })
}

const isAsTyped = ({ words }: SearchQuery, { occurring }: Scored, exactText: string): boolean =>
  words.every(
    ({ isOptional, folded, isMarked, exact }) =>
      isOptional || (occurring.includes(folded) && (!isMarked || exactText.includes(exact))),
  )
