import type { Db } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { getUser } from '../users/get-user.ts'
import { findCountOfMeme, findMemesOfUser, type UserMemesKeyset, type UserMemesOrder } from './list-queries.ts'
import { type MemePage, memePage } from './meme-page.ts'

export interface ListInput extends UserMemesOrder {
  limit: number
  search?: string | undefined
  lastId?: string | undefined
  lastCreatedAt?: string | undefined
  lastValue?: number | undefined
}

type UserMemesCursor = { lastId: string; lastCreatedAt: string; lastValue?: number }

/** Returns a user's uploads, sorted; public. Throws user.notFound, cursor.invalid. */
export async function listUserMemes(
  deps: Pick<Deps, 'db'>,
  viewer: Viewer,
  idOrName: string,
  input: ListInput,
): Promise<MemePage<UserMemesCursor>> {
  const user = await getUser(deps, idOrName, viewer)
  const after = await keysetOf(deps.db, user.id, input)
  const rows = await findMemesOfUser(deps.db, user.id, input, input.search ?? '', input.limit + 1, after, viewer)
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

/**
 * Returns the keyset to continue from. Sorting by a count continues from `lastValue`; a cursor with only a time uses the meme's
 * current count.
 */
async function keysetOf(db: Db, userId: string, input: ListInput): Promise<UserMemesKeyset | undefined> {
  const { sortBy, lastId: id, lastCreatedAt, lastValue } = input
  if (id === undefined && lastCreatedAt === undefined && lastValue === undefined) return undefined
  const isByTime = sortBy === 'createdAt'
  let value = isByTime ? lastCreatedAt : lastValue
  if (!isByTime && id !== undefined && value === undefined && lastCreatedAt !== undefined)
    value = await findCountOfMeme(db, userId, sortBy, id)
  if (id === undefined || value === undefined) throw new AppError('cursor.invalid')
  return { id, value }
}
