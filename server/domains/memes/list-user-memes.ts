import type { Meme, UploadedMeme } from '#contract/memes/memes.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { getUser } from '../users/get-user.ts'
import { listMemes, type MemePage } from './lists/list-memes.ts'
import { findCountOfMeme, findMemesOfPerson, type PersonMeme, type PersonOrder } from './lists/sources/by-person.ts'
import { findRemovals } from './take-down-queries.ts'

export interface ListInput extends PersonOrder {
  limit: number
  search?: string | undefined
  lastId?: string | undefined
  lastCreatedAt?: string | undefined
  lastValue?: number | undefined
}

type UserMemesCursor = { lastId: string; lastCreatedAt: string; lastValue?: number }

/**
 * Returns a user's uploads, sorted; public. Their own list includes memes in review, and removed ones with the reason.
 * Throws user.notFound, cursor.invalid.
 */
export async function listUserMemes(
  deps: Pick<Deps, 'db' | 'caches'>,
  viewer: Viewer,
  idOrName: string,
  input: ListInput,
): Promise<MemePage<UserMemesCursor, UploadedMeme>> {
  const user = await getUser(deps, idOrName, viewer)
  const from = await positionOf(deps.db, user.id, input)
  const scope = viewer.kind === 'member' && viewer.userId === user.id ? 'own' : 'person'
  const { sortBy, sortOrder, search = '' } = input
  const { memes, ...page } = await listMemes(deps, viewer, {
    scope,
    limit: input.limit,
    from,
    source: (after, limit) =>
      findMemesOfPerson(deps.db, viewer, scope, { userId: user.id, sortBy, sortOrder, search, limit, after }),
    cursorOf: (last) => ({
      lastId: last.id,
      lastCreatedAt: last.created_at.toISOString(),
      ...(sortBy === 'createdAt' ? {} : { lastValue: last.value }),
    }),
  })
  return { memes: await withRemovals(deps.db, memes), ...page }
}

/** Adds to removed memes why they were removed, and whether their owner may still appeal. */
async function withRemovals(db: Db, memes: Meme[]): Promise<UploadedMeme[]> {
  const ids = memes.flatMap(({ _id, status }) => (status === 'removed' ? [_id] : []))
  if (ids.length === 0) return memes
  const removals = new Map((await findRemovals(db, ids)).map(({ id, ...removal }) => [id, removal]))
  return memes.map((meme) => ({ ...meme, ...removals.get(meme._id) }))
}

/**
 * Returns the position to continue from. Sorting by a count continues from `lastValue`; a cursor with only a time uses the meme's
 * current count.
 */
async function positionOf(db: Db, userId: string, input: ListInput): Promise<PersonMeme | undefined> {
  const { sortBy, lastId: id, lastCreatedAt, lastValue } = input
  if (id === undefined && lastCreatedAt === undefined && lastValue === undefined) return undefined
  const isByTime = sortBy === 'createdAt'
  let value = isByTime ? 0 : lastValue
  if (!isByTime && id !== undefined && value === undefined && lastCreatedAt !== undefined)
    value = await findCountOfMeme(db, userId, sortBy, id)
  if (id === undefined || value === undefined || (isByTime && lastCreatedAt === undefined))
    throw new AppError('cursor.invalid')
  return { id, created_at: new Date(lastCreatedAt ?? 0), value }
}
