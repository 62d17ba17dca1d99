import type { UserCard } from '#contract/users.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Member, Viewer } from '#server/viewer.ts'
import { presentUserCard } from './present.ts'
import { findRelationship, findUser, type UserRow } from './queries.ts'

/** A publicly visible person. Throws user.notFound, for unverified and suspended accounts too. */
export async function getUser(deps: Pick<Deps, 'db'>, idOrName: string): Promise<UserRow> {
  const user = await findUser(deps.db, idOrName)
  if (!user || user.suspended_at || (user.email_verified_at === null && !user.is_demo))
    throw new AppError('user.notFound')
  return user
}

/** The same person as a card, with the caller's relation to them. */
export async function getUserCard(deps: Pick<Deps, 'db'>, viewer: Viewer, idOrName: string): Promise<UserCard> {
  const user = await getUser(deps, idOrName)
  if (viewer.kind === 'visitor') return presentUserCard(user)
  const relationship = await findRelationship(deps.db, viewer.userId, user.id)
  return presentUserCard(user, { ...relationship, isSelf: user.id === viewer.userId })
}

export async function getMe(deps: Pick<Deps, 'db'>, viewer: Member): Promise<UserRow> {
  const user = await findUser(deps.db, viewer.userId)
  if (!user) throw new AppError('auth.tokenInvalid')
  return user
}
