import type { FoundMeme } from '#contract/search.ts'
import { fold } from '#contract/words.ts'
import type { Db } from '#server/db/db.ts'
import { cursorPair, cutPage } from '#server/db/keyset.ts'
import type { Deps } from '#server/deps.ts'
import type { Viewer } from '#server/viewer.ts'
import { memeCards } from '../../memes/cards.ts'
import { findMeant } from '../likeness/find-meant.ts'
import { findLookalikes, SEEDS } from '../likeness/lookalikes.ts'
import { findPictureWords } from '../queries.ts'
import { BANDS, MEANT_SHARE, matchKindOf, onGrid, scoreTexts } from '../rules.ts'
import { type CandidateRow, findCandidates } from './candidate-queries.ts'
import { decodeScore, encodeScore, newestId, ranksAfter } from './cursor.ts'
import { exactQueries, expandQuery, fuzzyQueries, partialQueries } from './expand-query.ts'
import { keepTelling } from './partial-matches.ts'
import type { SearchQuery } from './query.ts'

type RankDeps = Pick<Deps, 'db' | 'log' | 'meaning'>

export interface SearchPage {
  memes: FoundMeme[]
  hasNext: boolean
  nextCursor: { lastId: string; lastScore: number } | null
}

interface Found {
  id: string
  score: number
  matched: FoundMeme['matched']
}

const NOTHING: SearchPage = { memes: [], hasNext: false, nextCursor: null }

/**
 * One page of search results: memes with all words, then lookalikes of the best ones, then those matching in meaning (with a
 * model), then those with some of the words. A query without a letter, digit or emoji finds nothing. Throws cursor.invalid for
 * half a cursor.
 */
export async function searchByText(
  deps: RankDeps,
  viewer: Viewer,
  input: { q: string; limit: number; lastId?: string | undefined; lastScore?: number | undefined },
): Promise<SearchPage> {
  const after = cursorPair(input.lastScore, input.lastId)
  const now = Date.now()
  const { score, began } = after ? decodeScore(after[0], now) : { score: Number.POSITIVE_INFINITY, began: now }
  const query = await expandQuery(deps.db, input.q)
  if (query.words.length === 0) return NOTHING
  const behind = (found: Found[]) => (after ? found.filter((one) => ranksAfter(one, { score, id: after[1] })) : found)
  const asked = { text: input.q, query, newest: newestId(began) }
  const found = await rank(deps, viewer, asked, (known) => behind(known).length > input.limit)
  const { page, hasNext, nextCursor } = cutPage(behind(found), input.limit, (last) => ({
    lastId: last.id,
    lastScore: encodeScore(last.score, began),
  }))
  return { memes: await present(deps.db, viewer, query, page), hasNext, nextCursor }
}

/** With at least this many exact matches, misspelt ones are not searched. */
const PLENTY = 100

/**
 * Results of a query, best first, then newest, band by band until there are enough. A band does not depend on the following
 * ones, so that pages are consistent.
 */
async function rank(
  deps: RankDeps,
  viewer: Viewer,
  asked: { text: string; query: SearchQuery; newest: string },
  isEnough: (found: Found[]) => boolean,
): Promise<Found[]> {
  const { query, newest } = asked
  const whole = await findWhole(deps.db, viewer, query, newest)
  if (isEnough(whole)) return whole
  const known = new Set(whole.map(({ id }) => id))
  const second = (await findAlike(deps, viewer, asked, whole)).filter(({ id }) => !known.has(id))
  const both = [...whole, ...second]
  if (isEnough(both)) return both
  for (const { id } of second) known.add(id)
  return [...both, ...(await findPartial(deps.db, viewer, query, newest)).filter(({ id }) => !known.has(id))]
}

/** Lookalikes of the best matches, followed by matches of the operator's model. */
async function findAlike(
  deps: RankDeps,
  viewer: Viewer,
  { text, query, newest }: { text: string; query: SearchQuery; newest: string },
  whole: Found[],
): Promise<Found[]> {
  const seeds = whole.slice(0, SEEDS).map(({ id }) => id)
  const lookalikes = await findLookalikes(deps.db, viewer, seeds, newest)
  // A quoted phrase must match exactly.
  const meanings = query.phrases.length > 0 ? new Map<string, number>() : await findMeant(deps, viewer, text, newest)
  const byLooks = [...lookalikes].map(([id, likeness]): Found => {
    const score = onGrid(BANDS.looksAlike + Math.min(likeness, 0.999))
    return { id, score, matched: meanings.has(id) ? ['visual', 'meaning'] : ['visual'] }
  })
  const byMeaning = [...meanings]
    .filter(([id]) => !lookalikes.has(id))
    .map(([id, likeness]): Found => {
      return { id, score: onGrid(BANDS.looksAlike + MEANT_SHARE * likeness), matched: ['meaning'] }
    })
  return [...byLooks, ...byMeaning].sort(bestFirst)
}

const bestFirst = (a: Found, b: Found) => (ranksAfter(a, b) ? 1 : -1)

async function findWhole(db: Db, viewer: Viewer, query: SearchQuery, newest: string): Promise<Found[]> {
  const score = (rows: CandidateRow[]) =>
    rows
      .map(({ id, exact, folded }) => ({ id, ...scoreTexts(query, { exact, folded }) }))
      .filter(({ isWhole }) => isWhole)
  const strict = score(await findCandidates(db, exactQueries(query), newest, viewer))
  if (strict.length >= PLENTY) return strict.sort(bestFirst)
  const wide = score(await findCandidates(db, fuzzyQueries(query), newest, viewer))
  return [...new Map([...strict, ...wide].map((one) => [one.id, one])).values()].sort(bestFirst)
}

async function findPartial(db: Db, viewer: Viewer, query: SearchQuery, newest: string): Promise<Found[]> {
  const rows = await findCandidates(db, partialQueries(query), newest, viewer)
  const scored = rows.map(({ id, exact, folded }) => ({ id, ...scoreTexts(query, { exact, folded }) }))
  return keepTelling(query, scored)
    .map(({ id, matched, score, isWhole }) => {
      // Memes excluded from the first band by its limit stay out.
      return { id, matched, score: isWhole ? score - BANDS.allWords : score }
    })
    .filter(({ score }) => score > 0)
    .sort(bestFirst)
}

async function present(db: Db, viewer: Viewer, query: SearchQuery, page: Found[]): Promise<FoundMeme[]> {
  const ids = page.map(({ id }) => id)
  // Matches by name also highlight the same words in the picture.
  const byWords = page.filter(({ matched }) => !matched.includes('visual') && !matched.includes('meaning'))
  const read = byWords.map(({ id }) => id)
  const [cards, pictureWords] = await Promise.all([memeCards(db, viewer, ids), findPictureWords(db, read)])
  const byId = new Map(page.map((one) => [one.id, one]))
  const required = query.words.filter((word) => !word.isOptional)
  const isTyped = (folded: string) => required.some((word) => word.folded === folded)
  const isAsked = (folded: string) => required.some((word) => word.variants.has(folded))
  return cards.flatMap((card) => {
    const one = byId.get(card._id)
    if (!one) return []
    const boxes = (pictureWords.get(card._id) ?? [])
      .filter(({ text, others = [] }) => isAsked(fold(text)) || others.some((other) => isTyped(fold(other.text))))
      .map(({ text, x, y, width, height }) => ({ text, x, y, width, height }))
    const { score, matched } = one
    return [{ ...card, score, matched, matchKind: matchKindOf(one), ...(boxes.length > 0 ? { boxes } : {}) }]
  })
}
