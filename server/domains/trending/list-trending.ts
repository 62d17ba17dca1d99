import type { Period, TrendingMeme, TrendingUser } from '#contract/memes/trending.ts'
import { cutPage, decodeCursor, encodeCursor } from '#server/platform/db/keyset.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { memeCards } from '../memes/cards.ts'
import { listNumberedPeople } from '../users/lists/list-people.ts'
import { gainsOf, presentTrendingUser } from './present.ts'
import { findTrendingMemes, type TrendingMemeRow, trendingPeopleSource } from './queries.ts'

export interface TrendingMemesInput {
  period: Period
  limit: number
  cursor?: string | undefined
}

interface Page {
  hasNext: boolean
  nextCursor: string | null
}

/**
 * Returns a page of memes with their gains. A cursor continues in its own list generation; after 15 minutes, in the newest.
 * Throws cursor.invalid, also for a cursor of another period.
 */
export async function findTrendingPage(
  deps: Pick<Deps, 'config' | 'db'>,
  viewer: Viewer,
  { period, limit, cursor }: TrendingMemesInput,
): Promise<Page & { rows: TrendingMemeRow[] }> {
  const after = readCursor(deps, period, cursor)
  const found = await findTrendingMemes(deps.db, period, viewer, after, limit + 1)
  const { page, ...rest } = cutPage(found, limit, (last) =>
    encodeCursor(deps.config.authSecret, ['trending', period, last.generation, last.rank]),
  )
  return { rows: page, ...rest }
}

/** Returns one page of memes by gain; see `findTrendingPage`. */
export async function listTrendingMemes(
  deps: Pick<Deps, 'config' | 'db'>,
  viewer: Viewer,
  input: TrendingMemesInput,
): Promise<Page & { memes: TrendingMeme[] }> {
  const { rows, ...rest } = await findTrendingPage(deps, viewer, input)
  const cards = await memeCards(
    deps.db,
    viewer,
    rows.map((row) => row.meme_id),
  )
  const cardById = new Map(cards.map((card) => [card._id, card]))
  const memes = rows.flatMap((row) => {
    const meme = cardById.get(row.meme_id)
    return meme ? [{ meme, ...gainsOf(row, meme) }] : []
  })
  return { memes, ...rest }
}

function readCursor(deps: Pick<Deps, 'config'>, period: Period, cursor: string | undefined) {
  if (cursor === undefined) return { generation: null, rank: 0 }
  const [kind, of, generation, rank] = decodeCursor(deps.config.authSecret, cursor) ?? []
  if (kind !== 'trending' || of !== period || typeof generation !== 'string' || typeof rank !== 'number')
    throw new AppError('cursor.invalid')
  return { generation, rank }
}

export interface TrendingUsersInput {
  timeFrame: Period
  page: number
  limit: number
}

interface TrendingUserPage {
  users: TrendingUser[]
  total: number
  hasNext: boolean
}

/** Returns one page of people by their own and their memes' gain; the rank is (page - 1) * limit + index + 1. */
export async function listTrendingUsers(
  deps: Pick<Deps, 'db'>,
  viewer: Viewer,
  input: TrendingUsersInput,
): Promise<TrendingUserPage> {
  const offset = (input.page - 1) * input.limit
  const page = { limit: input.limit, offset }
  const source = trendingPeopleSource(input.timeFrame)
  const { people, total } = await listNumberedPeople(deps.db, { viewer, scope: 'offered' }, source, page)
  return {
    users: people.map((person, index) => presentTrendingUser(person, offset + index + 1, viewer)),
    total,
    hasNext: offset + input.limit < total,
  }
}
