import type { Period, TrendingMeme, TrendingUser } from '#contract/trending.ts'
import { cutPage, decodeCursor, encodeCursor } from '#server/db/keyset.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Viewer } from '#server/viewer.ts'
import { memeCards } from '../memes/cards.ts'
import { presentTrendingMeme, presentTrendingUser } from './present.ts'
import { countTrendingUsers, findTrendingMemes, findTrendingUsers } from './queries.ts'

export interface TrendingMemePage {
  memes: TrendingMeme[]
  hasNext: boolean
  nextCursor: string | null
}

/**
 * One page of memes by gain. A cursor continues in the list that it came from; after 15 minutes, in the newest. Throws
 * cursor.invalid, for another period's cursor too.
 */
export async function listTrendingMemes(
  deps: Pick<Deps, 'config' | 'db'>,
  viewer: Viewer,
  input: { period: Period; limit: number; cursor?: string | undefined },
): Promise<TrendingMemePage> {
  const after = readCursor(deps, input.period, input.cursor)
  const rows = await findTrendingMemes(deps.db, input.period, viewer, after, input.limit + 1)
  const { page, hasNext, nextCursor } = cutPage(rows, input.limit, (last) =>
    encodeCursor(deps.config.authSecret, ['trending', input.period, last.generation, last.rank]),
  )
  const cards = await memeCards(
    deps.db,
    viewer,
    page.map((row) => row.meme_id),
  )
  const cardById = new Map(cards.map((card) => [card._id, card]))
  return {
    memes: page.flatMap((row) => {
      const card = cardById.get(row.meme_id)
      return card ? [presentTrendingMeme(row, card)] : []
    }),
    hasNext,
    nextCursor,
  }
}

function readCursor(deps: Pick<Deps, 'config'>, period: Period, cursor: string | undefined) {
  if (cursor === undefined) return { generation: null, rank: 0 }
  const [kind, of, generation, rank] = decodeCursor(deps.config.authSecret, cursor) ?? []
  if (kind !== 'trending' || of !== period || typeof generation !== 'string' || typeof rank !== 'number')
    throw new AppError('cursor.invalid')
  return { generation, rank }
}

export interface TrendingUserPage {
  users: TrendingUser[]
  total: number
  hasNext: boolean
}

/** One page of people by their and their memes' gain; the rank is (page - 1) * limit + index + 1. */
export async function listTrendingUsers(
  deps: Pick<Deps, 'db'>,
  viewer: Viewer,
  input: { timeFrame: Period; page: number; limit: number },
): Promise<TrendingUserPage> {
  const offset = (input.page - 1) * input.limit
  const total = await countTrendingUsers(deps.db, input.timeFrame, viewer)
  const rows = await findTrendingUsers(deps.db, input.timeFrame, viewer, offset, input.limit)
  return {
    users: rows.map((row, index) => presentTrendingUser(row, offset + index + 1, viewer)),
    total,
    hasNext: offset + input.limit < total,
  }
}
