import type { UserCard } from '#contract/people/users.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Member, Viewer } from '#server/platform/viewer.ts'
import { isBlocked, isHiddenFor } from './hidden-people-queries.ts'
import { listPeople } from './lists/list-people.ts'
import { presentPerson } from './lists/present-person.ts'
import { isSuspendedMember } from './lists/suspended.ts'
import { findUser, oneSource, type UserRow } from './queries.ts'

/**
 * Returns a publicly visible user. Throws user.notFound, also for unverified and suspended accounts, and if a block exists
 * between the viewer and the user.
 */
export async function getUser(deps: Pick<Deps, 'db'>, idOrName: string, viewer?: Viewer): Promise<UserRow> {
  const user = await findUser(deps.db, idOrName)
  if (!user || isSuspendedMember(user) || (user.email_verified_at === null && !user.is_demo))
    throw new AppError('user.notFound')
  if (viewer?.kind === 'member' && viewer.filters.hidesPeople && (await isBlocked(deps.db, viewer.userId, user.id)))
    throw new AppError('user.notFound')
  return user
}

/** Returns the user as a card, with the caller's relation to them. Throws user.notFound as `getUser` does. */
export async function getUserCard(deps: Pick<Deps, 'db'>, viewer: Viewer, idOrName: string): Promise<UserCard> {
  const [person] = await listPeople(deps.db, { viewer, scope: 'opened' }, oneSource(idOrName), { limit: 1 })
  if (!person) throw new AppError('user.notFound')
  const card = presentPerson(person, viewer)
  if (viewer.kind === 'visitor' || !card.viewer) return card
  const isMuted = viewer.filters.hidesPeople && (await isHiddenFor(deps.db, viewer.userId, person.id, 'mute'))
  return { ...card, viewer: { ...card.viewer, isMuted } }
}

export async function getMe(deps: Pick<Deps, 'db'>, viewer: Member): Promise<UserRow> {
  const user = await findUser(deps.db, viewer.userId)
  if (!user) throw new AppError('auth.tokenInvalid')
  return user
}
