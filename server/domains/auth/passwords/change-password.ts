import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Member } from '#server/platform/viewer.ts'
import { recordRefusal } from '../../security-log/record-event.ts'
import { replacePassword } from '../../users/credentials.ts'
import { getMe } from '../../users/get-user.ts'
import { announceChange } from '../credentials-changed.ts'
import { endSignIns } from '../end-sign-ins.ts'
import { beginAttempt, endAttempt } from '../throttle/throttle.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { breachedPassword, weakPassword } from './weak-passwords.ts'

/**
 * Changes the password, and ends every other session and, if requested, the access tokens. Throws request.invalid for a weak
 * password, auth.passwordNotSet, auth.wrongPassword, auth.tooManyRequests.
 */
export async function changePassword(
  deps: Pick<Deps, 'config' | 'db' | 'jobs'>,
  viewer: Member,
  input: { currentPassword: string; newPassword: string; endTokens: boolean },
): Promise<void> {
  const user = await getMe(deps, viewer)
  if (!user.password_hash) throw new AppError('auth.passwordNotSet')
  const weak =
    weakPassword('newPassword', input.newPassword, user) ??
    (await breachedPassword(deps.config, 'newPassword', input.newPassword))
  if (weak) throw weak
  const source = { account: user.email ?? user.id, address: viewer.address }
  await beginAttempt(deps, source)
  if (!(await verifyPassword(user.password_hash, input.currentPassword))) {
    await recordRefusal(deps, { event: 'confirm-failed', userId: user.id, from: viewer })
    throw new AppError('auth.wrongPassword')
  }
  const passwordHash = await hashPassword(input.newPassword)
  await withTransaction(deps.db, async (tx) => {
    await replacePassword(tx, user.id, passwordHash)
    const { endTokens } = input
    await endSignIns(deps, tx, user, { exceptSessionId: viewer.sessionId, endTokens, from: viewer })
    await endAttempt(deps, tx, source)
    await announceChange(deps, tx, viewer, user, { event: 'password-changed', mail: 'passwordChanged' })
  })
}
