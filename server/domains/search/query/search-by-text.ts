import type { MemeLanguage } from '#contract/languages.ts'
import type { SearchSort } from '#contract/memes/search.ts'
import type { Db } from '#server/platform/db/db.ts'
import { cursorPair, cutPage } from '#server/platform/db/keyset.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { findByMeaning } from '../likeness/find-by-meaning.ts'
import { findLookalikes, SEEDS } from '../likeness/lookalikes.ts'
import { BANDS, MEANING_SCORE_SHARE, quantizeScore, scoreTexts } from '../rules.ts'
import { type CandidateRow, findCandidates } from './candidate-queries.ts'
import { decodeScore, encodeScore, newestId, ranksAfter } from './cursor.ts'
import { exactQueries, expandQuery, fuzzyQueries, partialQueries } from './expand-query.ts'
import { filterByConditions, findByConditions } from './filter-queries.ts'
import { byUser, type Condition, readOperators } from './operators.ts'
import { keepSignificant } from './partial-matches.ts'
import type { Found } from './present-found.ts'
import type { SearchQuery } from './query.ts'
import type { Vocabulary } from './vocabulary.ts'

export interface RankDeps extends Pick<Deps, 'db' | 'log' | 'meaning'> {
  /** Cached between searches; without it, each search queries the database. */
  vocabulary?: Vocabulary
}

/** The results of one page, best first. */
export interface FoundPage {
  query: SearchQuery
  page: Found[]
  hasNext: boolean
  nextCursor: { lastId: string; lastScore: number } | null
}

export interface SearchInput {
  q: string
  limit: number
  lastId?: string | undefined
  lastScore?: number | undefined
  animated?: boolean | undefined
  language?: MemeLanguage | undefined
  user?: string | undefined
  sort?: SearchSort | undefined
}

/**
 * Finds one page of search results: memes with all words, then lookalikes of the best ones, then matches in meaning (with a
 * model), then memes with some of the words. Sorted by time, only the first kind. Conditions without words find the newest memes
 * that meet them. A query without a letter, digit, emoji or condition finds nothing. Throws `cursor.invalid` for an incomplete
 * cursor.
 */
export async function findPage(deps: RankDeps, viewer: Viewer, input: SearchInput): Promise<FoundPage> {
  const after = cursorPair(input.lastScore, input.lastId)
  const now = Date.now()
  const { score, began } = after ? decodeScore(after[0], now) : { score: Number.POSITIVE_INFINITY, began: now }
  const { text, conditions } = conditionsOf(input)
  const query = await expandQuery(deps.db, text, deps.vocabulary)
  const isNewest = input.sort === 'newest'
  const afterCursor = (found: Found[]) => {
    if (!after) return found
    return found.filter((one) => (isNewest ? one.id < after[1] : ranksAfter(one, { score, id: after[1] })))
  }
  const asked: SearchRequest = { text, query, newest: newestId(began), conditions }
  const isEnough = (known: Found[]) => afterCursor(known).length > input.limit
  let found: Found[]
  if (query.words.length > 0)
    found = isNewest ? await rankNewest(deps.db, viewer, asked) : await rank(deps, viewer, asked, isEnough)
  else if (conditions.length > 0) found = await listByConditions(deps.db, viewer, asked, after?.[1], input.limit + 1)
  else return { query, page: [], hasNext: false, nextCursor: null }
  const cut = cutPage(afterCursor(found), input.limit, (last) => ({
    lastId: last.id,
    lastScore: encodeScore(last.score, began),
  }))
  return { query, ...cut }
}

interface SearchRequest {
  text: string
  query: SearchQuery
  newest: string
  conditions: readonly Condition[]
}

/** Returns the typed text without its operators, and the conditions of the operators and of the input fields. */
function conditionsOf({ q, animated, language, user }: SearchInput): { text: string; conditions: Condition[] } {
  const { text, conditions } = readOperators(q)
  const byName = user === undefined ? undefined : byUser(user)
  return {
    text,
    conditions: [
      ...conditions,
      ...(animated === undefined ? [] : [{ kind: 'animated', animated } as const]),
      ...(language === undefined ? [] : [{ kind: 'language', language } as const]),
      ...(byName ? [byName] : []),
    ],
  }
}

/**
 * Lists memes by conditions alone. Without words all memes rank equally, so each gets the score of a full match and pages
 * continue by id.
 */
async function listByConditions(
  db: Db,
  viewer: Viewer,
  { conditions, newest }: SearchRequest,
  before: string | undefined,
  limit: number,
): Promise<Found[]> {
  const ids = await findByConditions(db, viewer, conditions, { newest, before, limit })
  return ids.map((id) => ({ id, score: BANDS.allWords, matched: [] }))
}

const rankNewest = async (db: Db, viewer: Viewer, asked: SearchRequest): Promise<Found[]> =>
  (await findAllWordMatches(db, viewer, asked)).sort((a, b) => (a.id < b.id ? 1 : -1))

/** With at least this many exact matches, skip the search for misspelled ones. */
const PLENTY = 100

/**
 * Ranks the results of a query, best first, then newest, band by band until there are enough. A band does not depend on the
 * following ones, so pages are consistent.
 */
async function rank(
  deps: RankDeps,
  viewer: Viewer,
  asked: SearchRequest,
  isEnough: (found: Found[]) => boolean,
): Promise<Found[]> {
  const whole = await findAllWordMatches(deps.db, viewer, asked)
  if (isEnough(whole)) return whole
  const known = new Set(whole.map(({ id }) => id))
  const second = (await findAlike(deps, viewer, asked, whole)).filter(({ id }) => !known.has(id))
  const both = [...whole, ...second]
  if (isEnough(both)) return both
  for (const { id } of second) known.add(id)
  return [...both, ...(await findPartial(deps.db, viewer, asked)).filter(({ id }) => !known.has(id))]
}

/** Returns lookalikes of the best matches, followed by matches of the operator's model. */
async function findAlike(
  deps: RankDeps,
  viewer: Viewer,
  { text, query, newest, conditions }: SearchRequest,
  whole: Found[],
): Promise<Found[]> {
  const seeds = whole.slice(0, SEEDS).map(({ id }) => id)
  const lookalikes = await findLookalikes(deps.db, viewer, seeds, newest)
  // A quoted phrase must match exactly, so skip matches by meaning.
  const meanings =
    query.phrases.length > 0 ? new Map<string, number>() : await findByMeaning(deps, viewer, text, newest)
  const byLooks = [...lookalikes].map(([id, likeness]): Found => {
    const score = quantizeScore(BANDS.looksAlike + Math.min(likeness, 0.999))
    return { id, score, matched: meanings.has(id) ? ['visual', 'meaning'] : ['visual'] }
  })
  const byMeaning = [...meanings]
    .filter(([id]) => !lookalikes.has(id))
    .map(([id, likeness]): Found => {
      return { id, score: quantizeScore(BANDS.looksAlike + MEANING_SCORE_SHARE * likeness), matched: ['meaning'] }
    })
  const alike = [...byLooks, ...byMeaning].sort(bestFirst)
  if (conditions.length === 0) return alike
  const meeting = await filterByConditions(
    deps.db,
    viewer,
    alike.map(({ id }) => id),
    conditions,
  )
  return alike.filter(({ id }) => meeting.has(id))
}

const bestFirst = (a: Found, b: Found) => (ranksAfter(a, b) ? 1 : -1)

async function findAllWordMatches(
  db: Db,
  viewer: Viewer,
  { query, newest, conditions }: SearchRequest,
): Promise<Found[]> {
  const score = (rows: CandidateRow[]) =>
    rows
      .map(({ id, exact, folded }) => ({ id, ...scoreTexts(query, { exact, folded }) }))
      .filter(({ isWhole }) => isWhole)
  const strict = score(await findCandidates(db, exactQueries(query), newest, viewer, conditions))
  if (strict.length >= PLENTY) return strict.sort(bestFirst)
  const wide = score(await findCandidates(db, fuzzyQueries(query), newest, viewer, conditions))
  return [...new Map([...strict, ...wide].map((one) => [one.id, one])).values()].sort(bestFirst)
}

async function findPartial(db: Db, viewer: Viewer, { query, newest, conditions }: SearchRequest): Promise<Found[]> {
  const rows = await findCandidates(db, partialQueries(query), newest, viewer, conditions)
  const scored = rows.map(({ id, exact, folded }) => ({ id, ...scoreTexts(query, { exact, folded }) }))
  return keepSignificant(query, scored)
    .map(({ id, matched, score, isWhole }) => {
      // Lower the score of whole matches that the first band's limit excluded, so that they do not return in it.
      return { id, matched, score: isWhole ? score - BANDS.allWords : score }
    })
    .filter(({ score }) => score > 0)
    .sort(bestFirst)
}
