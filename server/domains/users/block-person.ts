import { HIDDEN_PEOPLE_MAX } from '#contract/limits.ts'
import { type Db, type Tx, withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Member } from '#server/platform/viewer.ts'
import { getUser } from './get-user.ts'
import {
  countHidden,
  deleteHidden,
  type HideReason,
  insertHidden,
  isBlocked,
  isHiddenFor,
  lockPair,
} from './hidden-people-queries.ts'

export interface BlockHooks {
  /** Removes all connections of two users who must no longer see each other; both are locked. */
  whenBlocked(tx: Tx, a: string, b: string): Promise<void>
}

export interface HiddenState {
  isBlocked: boolean
  isMuted: boolean
}

/** Returns true if either of two users has blocked the other. */
export const isEitherBlocked = (db: Db, userId: string, personId: string) => isBlocked(db, userId, personId)

/**
 * Blocks or mutes a user; idempotent. A block ends the follows between the two. Throws user.notFound, block.self, and
 * block.tooMany for a full list.
 */
export async function hidePerson(
  deps: Pick<Deps, 'db'> & BlockHooks,
  viewer: Member,
  idOrName: string,
  reason: HideReason,
): Promise<HiddenState> {
  const person = await getUser(deps, idOrName)
  if (person.id === viewer.userId) throw new AppError('block.self')
  return withTransaction(deps.db, async (tx) => {
    const people = await lockPair(tx, [viewer.userId, person.id])
    if (people.length < 2) throw new AppError('user.notFound')
    const isNew = !(await isHiddenFor(tx, viewer.userId, person.id, reason))
    if (isNew && (await countHidden(tx, viewer.userId, reason)) >= HIDDEN_PEOPLE_MAX)
      throw new AppError('block.tooMany')
    await insertHidden(tx, viewer.userId, person.id, reason)
    if (reason === 'block') await deps.whenBlocked(tx, viewer.userId, person.id)
    return stateOf(tx, viewer.userId, person.id)
  })
}

/** Unblocks or unmutes a user; idempotent. Throws user.notFound, block.self. */
export async function showPerson(
  deps: Pick<Deps, 'db'>,
  viewer: Member,
  idOrName: string,
  reason: HideReason,
): Promise<HiddenState> {
  const person = await getUser(deps, idOrName)
  if (person.id === viewer.userId) throw new AppError('block.self')
  return withTransaction(deps.db, async (tx) => {
    await lockPair(tx, [viewer.userId, person.id])
    await deleteHidden(tx, viewer.userId, person.id, reason)
    return stateOf(tx, viewer.userId, person.id)
  })
}

async function stateOf(tx: Tx, userId: string, personId: string): Promise<HiddenState> {
  return {
    isBlocked: await isHiddenFor(tx, userId, personId, 'block'),
    isMuted: await isHiddenFor(tx, userId, personId, 'mute'),
  }
}
