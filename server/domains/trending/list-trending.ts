import type { Period, TrendingMeme, TrendingUser } from '#contract/memes/trending.ts'
import { decodeCursor, encodeCursor } from '#server/platform/db/keyset.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { listWithCandidates, type MemePage } from '../memes/lists/list-memes.ts'
import { findTrending, type RankedMeme } from '../memes/lists/sources/trending.ts'
import { listNumberedPeople } from '../users/lists/list-people.ts'
import { gainsOf, presentTrendingUser } from './present.ts'
import { trendingPeopleSource } from './queries.ts'

export interface TrendingMemesInput {
  period: Period
  limit: number
  cursor?: string | undefined
}

/**
 * Returns a page of memes with their gains. A cursor continues in its own list generation; after 15 minutes, in the newest.
 * Throws cursor.invalid, also for a cursor of another period.
 */
export async function listTrendingMemes(
  deps: Pick<Deps, 'config' | 'db' | 'caches'>,
  viewer: Viewer,
  { period, limit, cursor }: TrendingMemesInput,
): Promise<MemePage<string, TrendingMeme>> {
  const from = readCursor(deps, period, cursor)
  const { memes, ...page } = await listWithCandidates(deps, viewer, {
    scope: 'featured',
    limit,
    from: undefined,
    source: (after: RankedMeme | undefined, most) =>
      findTrending(deps.db, viewer, 'featured', { period, limit: most, after: after ?? from }),
    cursorOf: (last) => encodeCursor(deps.config.authSecret, ['trending', period, last.generation, last.rank]),
  })
  return { memes: memes.map(({ meme, candidate }) => ({ meme, ...gainsOf(candidate, meme) })), ...page }
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
