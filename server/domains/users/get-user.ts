import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Member } from '#server/viewer.ts'
import { findUser, type UserRow } from './queries.ts'

/** A person that everybody may see. Throws user.notFound, for unverified accounts too. */
export async function getUser(deps: Pick<Deps, 'db'>, idOrName: string): Promise<UserRow> {
  const user = await findUser(deps.db, idOrName)
  if (!user || (user.email_verified_at === null && !user.is_demo)) throw new AppError('user.notFound')
  return user
}

export async function getMe(deps: Pick<Deps, 'db'>, viewer: Member): Promise<UserRow> {
  const user = await findUser(deps.db, viewer.userId)
  if (!user) throw new AppError('auth.tokenInvalid')
  return user
}
