import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Viewer } from '#server/viewer.ts'
import { getUser } from '../users/get-user.ts'
import { findMemesOfUser, type UserMemesKeyset, type UserMemesOrder } from './list-queries.ts'
import { type MemePage, memePage } from './meme-page.ts'

export interface ListInput extends UserMemesOrder {
  limit: number
  search?: string | undefined
  lastId?: string | undefined
  lastCreatedAt?: string | undefined
  lastValue?: number | undefined
}

type UserMemesCursor = { lastId: string; lastCreatedAt: string; lastValue?: number }

/** What a person uploaded, sorted; visitors may see it too. Throws user.notFound, cursor.invalid. */
export async function listUserMemes(
  deps: Pick<Deps, 'db'>,
  viewer: Viewer,
  idOrName: string,
  input: ListInput,
): Promise<MemePage<UserMemesCursor>> {
  const user = await getUser(deps, idOrName)
  const rows = await findMemesOfUser(deps.db, user.id, input, input.search ?? '', input.limit + 1, keysetOf(input))
  return memePage(deps.db, viewer, rows, {
    limit: input.limit,
    idOf: (row) => row.id,
    cursorOf: (last) => ({
      lastId: last.id,
      lastCreatedAt: last.created_at.toISOString(),
      ...(input.sortBy === 'createdAt' ? {} : { lastValue: last.value }),
    }),
  })
}

/** The place to go on from; a sort by a count needs the count, one by time the time. */
function keysetOf(input: ListInput): UserMemesKeyset | undefined {
  const value = input.sortBy === 'createdAt' ? input.lastCreatedAt : input.lastValue
  if (input.lastId === undefined && input.lastCreatedAt === undefined && input.lastValue === undefined) return undefined
  if (input.lastId === undefined || value === undefined) throw new AppError('cursor.invalid')
  return { id: input.lastId, value }
}
