import type { FoundMeme } from '#contract/search.ts'
import type { Db } from '#server/db/db.ts'
import { cutPage } from '#server/db/keyset.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Viewer } from '#server/viewer.ts'
import { memeCards } from '../memes/cards.ts'
import { decodeScore, encodeScore, newestId, standsAfter } from './cursor.ts'
import { candidateQueries, expandQuery } from './expand-query.ts'
import { findLookAlikes } from './look-alikes.ts'
import { findCandidates, findPictureWords } from './queries.ts'
import type { SearchQuery } from './query.ts'
import { BANDS, onGrid, scoreTexts } from './rules.ts'
import { fold } from './words.ts'

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
 * One page of memes by what a person remembers of them: those with all the words, then those that look like the best of these,
 * then those with some of the words. A query without a letter, digit or emoji finds nothing. Throws cursor.invalid for half a cursor.
 */
export async function searchByText(
  deps: Pick<Deps, 'db'>,
  viewer: Viewer,
  input: { q: string; limit: number; lastId?: string | undefined; lastScore?: number | undefined },
): Promise<SearchPage> {
  if ((input.lastId === undefined) !== (input.lastScore === undefined)) throw new AppError('cursor.invalid')
  const now = Date.now()
  const { score, began } =
    input.lastScore === undefined ? { score: Number.POSITIVE_INFINITY, began: now } : decodeScore(input.lastScore, now)
  const query = await expandQuery(deps.db, input.q)
  if (query.words.length === 0) return NOTHING
  const found = await rank(deps.db, query, newestId(began))
  const last = input.lastId
  const rest = last === undefined ? found : found.filter((one) => standsAfter(one, { score, id: last }))
  const { page, hasNext } = cutPage(rest, input.limit)
  const end = page.at(-1)
  return {
    memes: await present(deps.db, viewer, query, page),
    hasNext,
    nextCursor: hasNext && end ? { lastId: end.id, lastScore: encodeScore(end.score, began) } : null,
  }
}

/** All that a query finds, best first, of equals the newest first. */
async function rank(db: Db, query: SearchQuery, newest: string): Promise<Found[]> {
  const candidates = await findCandidates(db, candidateQueries(query), newest)
  const scored = candidates
    .map(({ id, exact, folded }) => ({ id, ...scoreTexts(query, { exact, folded }) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => (standsAfter(a, b) ? 1 : -1))
  const whole = scored.filter(({ isWhole }) => isWhole)
  const alike = await findLookAlikes(
    db,
    whole.map(({ id }) => id),
    newest,
  )
  for (const { id } of whole) alike.delete(id)
  const byLooks = [...alike].map(([id, likeness]): Found => {
    const score = onGrid(BANDS.looksAlike + Math.min(likeness, 0.999))
    const words = scored.find((one) => one.id === id)
    return { id, score, matched: ['visual', ...(words?.matched ?? [])] }
  })
  const partial = scored.filter(({ id, isWhole }) => !isWhole && !alike.has(id))
  return [...whole, ...byLooks.sort((a, b) => (standsAfter(a, b) ? 1 : -1)), ...partial]
}

async function present(db: Db, viewer: Viewer, query: SearchQuery, page: Found[]): Promise<FoundMeme[]> {
  const ids = page.map(({ id }) => id)
  const cards = await memeCards(db, viewer, ids)
  const read = page.filter(({ matched }) => matched.includes('imageText')).map(({ id }) => id)
  const pictureWords = await findPictureWords(db, read)
  const byId = new Map(page.map((one) => [one.id, one]))
  const isAsked = (text: string) => query.words.some((word) => !word.isOptional && word.variants.has(fold(text)))
  return cards.flatMap((card) => {
    const one = byId.get(card._id)
    if (!one) return []
    const boxes = (pictureWords.get(card._id) ?? []).filter(({ text }) => isAsked(text))
    return [{ ...card, score: one.score, matched: one.matched, ...(boxes.length > 0 ? { boxes } : {}) }]
  })
}
