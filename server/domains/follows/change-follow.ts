import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Member } from '#server/platform/viewer.ts'
import { isEitherBlocked } from '../users/block-person.ts'
import { getUser } from '../users/get-user.ts'
import { isSuspendedMember } from '../users/lists/suspended.ts'
import { createKeyedMutex } from './keyed-mutex.ts'
import { type FollowChange, presentChange } from './present.ts'
import { lockPeople, readRelationship } from './queries.ts'

export type LockedPerson = Awaited<ReturnType<typeof lockPeople>>[number]

/** Maximum queued changes per person and node: a few seconds of work. */
const WAITING_MAX = 1000
const runExclusive = createKeyedMutex(WAITING_MAX)

/**
 * Shared by all changes between the caller and another person: checks that the person exists and is not the caller, locks both,
 * makes the change and reads the response. Changes concerning one person run one at a time. Throws user.notFound, follow.self,
 * and follow.busy if too many changes are waiting.
 */
export async function changeFollow(
  deps: Pick<Deps, 'db'>,
  viewer: Member,
  idOrName: string,
  change: (tx: Tx, person: LockedPerson) => Promise<void>,
): Promise<FollowChange> {
  const target = await getUser(deps, idOrName, viewer)
  if (target.id === viewer.userId) throw new AppError('follow.self')
  const work = async (tx: Tx) => {
    const people = await lockPeople(tx, [viewer.userId, target.id])
    const person = people.find(({ id }) => id === target.id)
    if (!person || isSuspendedMember(person)) throw new AppError('user.notFound')
    const self = people.find(({ id }) => id === viewer.userId)
    if (!self) throw new AppError('auth.tokenInvalid')
    if (isSuspendedMember(self)) throw new AppError('auth.accountSuspended')
    if (await isEitherBlocked(tx, viewer.userId, target.id)) throw new AppError('user.notFound')
    await change(tx, person)
    const row = await readRelationship(tx, viewer.userId, target.id)
    if (!row) throw new AppError('user.notFound')
    return presentChange(row)
  }
  return runExclusive(target.id, () => withTransaction(deps.db, work))
}
