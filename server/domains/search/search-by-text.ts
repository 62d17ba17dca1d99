import type { FoundMeme } from '#contract/search.ts'
import { cutPage } from '#server/db/keyset.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Viewer } from '#server/viewer.ts'
import { memeCards } from '../memes/cards.ts'
import { type FoundRow, findByWords } from './queries.ts'
import { queryWords } from './rules.ts'

export interface SearchPage {
  memes: FoundMeme[]
  hasNext: boolean
  nextCursor: { lastId: string; lastScore: number } | null
}

/** One page of memes by words. A query without a letter or digit finds nothing. Throws cursor.invalid for half a cursor. */
export async function searchByText(
  deps: Pick<Deps, 'db'>,
  viewer: Viewer,
  input: { q: string; limit: number; lastId?: string | undefined; lastScore?: number | undefined },
): Promise<SearchPage> {
  if ((input.lastId === undefined) !== (input.lastScore === undefined)) throw new AppError('cursor.invalid')
  const words = queryWords(input.q)
  if (words.length === 0) return { memes: [], hasNext: false, nextCursor: null }
  const after =
    input.lastId !== undefined && input.lastScore !== undefined
      ? { lastId: input.lastId, lastScore: input.lastScore }
      : undefined
  const { page, hasNext } = cutPage(await findByWords(deps.db, words, input.limit + 1, after), input.limit)
  const cards = await memeCards(
    deps.db,
    viewer,
    page.map((row) => row.id),
  )
  const rows = new Map(page.map((row) => [row.id, row]))
  const last = page.at(-1)
  return {
    memes: cards.flatMap((card) => {
      const row = rows.get(card._id)
      return row ? [{ ...card, score: row.score, matched: matchedIn(row) }] : []
    }),
    hasNext,
    nextCursor: hasNext && last ? { lastId: last.id, lastScore: last.score } : null,
  }
}

function matchedIn(row: FoundRow): FoundMeme['matched'] {
  const matched: FoundMeme['matched'] = []
  if (row.in_name) matched.push('name')
  if (row.in_description) matched.push('description')
  if (row.in_tags) matched.push('tag')
  return matched.length > 0 ? matched : ['name']
}
