import { CHANGED_USERNAME_HOLD_DAYS, CHANGED_USERNAMES_HELD } from '#contract/limits.ts'
import { publish } from '#server/platform/change-bus/change-bus.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Member } from '#server/platform/viewer.ts'
import { lockUser, renameUser } from '../../users/accounts.ts'
import { usernameKey } from '../../users/username-keys.ts'
import { takeName } from '../registration/create-account.ts'
import { listPreviousNames, releaseReservation, reserveUsername } from '../registration/registration-queries.ts'
import { hashHolder, hashReservedNames } from '../rules.ts'

const DAY_MS = 86_400_000

/**
 * Changes a member's username. The former name stays reserved for a while to prevent impersonation. The number of reserved names
 * limits the number of changes in that time. Throws auth.usernameTaken and auth.usernameChangedTooOften.
 */
export async function changeUsername(
  deps: Pick<Deps, 'config' | 'db'>,
  viewer: Member,
  { username }: { username: string },
): Promise<string> {
  const secret = deps.config.authSecret
  const holder = hashHolder(secret, 'member', viewer.userId)
  return withTransaction(deps.db, async (tx) => {
    const me = await lockUser(tx, viewer.userId)
    if (!me) throw new AppError('auth.tokenInvalid')
    const until = new Date(Date.now() + CHANGED_USERNAME_HOLD_DAYS * DAY_MS)
    const name = { username, email: me.email, holder, until, reason: 'changed' as const, userId: me.id }
    if (!(await takeName(deps, tx, name)) || !(await renameUser(tx, me.id, username)))
      throw new AppError('auth.usernameTaken')
    await releaseReservation(tx, hashReservedNames(secret, username))
    await publish(tx, 'peopleChanged')
    if (usernameKey(username) === me.username_key) return username
    const [next, ...others] = await listPreviousNames(tx, holder)
    if (next && others.length + 1 >= CHANGED_USERNAMES_HELD) throw tooOften(next)
    await reserveUsername(tx, { holds: hashReservedNames(secret, me.username), reason: 'changed', holder, until })
    return username
  })
}

function tooOften(until: Date): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000))
  return new AppError('auth.usernameChangedTooOften', { retryAfterSeconds })
}
