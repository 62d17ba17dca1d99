import type { Viewer } from '#server/platform/viewer.ts'
import { type CandidateRow, findCandidates, findCandidatesAnd } from '../query/candidate-queries.ts'
import type { StatisticsDeps } from '../query/common-words-queries.ts'
import { keepSignificant } from '../query/partial-matches.ts'
import type { SearchQuery } from '../query/query.ts'
import type { SearchRequest } from '../query/read-request.ts'
import { exactQueries, fuzzyQueries, partialQueries } from '../query/word-queries.ts'
import { BANDS, type Scored, textScorer } from '../rules.ts'
import { bestFirst, type Found } from './found.ts'

/** With at least this many exact matches, skip the search for misspelled ones. */
const PLENTY = 100

/** Memes with all words, best first. */
export async function findByAllWords(
  deps: StatisticsDeps,
  viewer: Viewer,
  request: SearchRequest,
  query: SearchQuery,
): Promise<Found[]> {
  const { newest, conditions } = request
  const fuzzy = fuzzyQueries(query)
  const further = { queries: fuzzy, below: PLENTY }
  const found = await findCandidatesAnd(deps, exactQueries(query), further, newest, viewer, conditions)
  const whole = wholeOf(scoredBy(query, found.rows))
  if (whole.length >= PLENTY) return whole.toSorted(bestFirst)
  const known = new Set(found.rows.map(({ id }) => id))
  const others =
    found.further ?? (await findCandidates(deps, fuzzy, newest, viewer, conditions)).filter(({ id }) => !known.has(id))
  return [...whole, ...wholeOf(scoredBy(query, others))].toSorted(bestFirst)
}

/** Memes with some of the words, best first. */
export async function findBySomeWords(
  deps: StatisticsDeps,
  viewer: Viewer,
  request: SearchRequest,
  query: SearchQuery,
): Promise<Found[]> {
  const { newest, conditions } = request
  const rows = await findCandidates(deps, partialQueries(query), newest, viewer, conditions)
  return keepSignificant(query, scoredBy(query, rows))
    .map(({ id, matched, score, isWhole }) => {
      // Lower the score of whole matches that the first band's limit excluded, so that they do not return in it.
      return { id, matched, score: isWhole ? score - BANDS.allWords : score }
    })
    .filter(({ score }) => score > 0)
    .toSorted(bestFirst)
}

const wholeOf = (scored: (Found & Scored)[]) => scored.filter(({ isWhole }) => isWhole)

function scoredBy(query: SearchQuery, rows: CandidateRow[]): (Found & Scored)[] {
  const score = textScorer(query)
  return rows.map((row) => {
    const scored = score(row)
    return { id: row.id, ...scored, isAsTyped: isAsTyped(query, scored, row.exact) }
  })
}

const isAsTyped = ({ words }: SearchQuery, { occurring }: Scored, exactText: string): boolean =>
  words.every(
    ({ isOptional, folded, isMarked, exact }) =>
      isOptional || (occurring.includes(folded) && (!isMarked || exactText.includes(exact))),
  )
