import type * as z from 'zod'
import type { ResetPasswordInput } from '#contract/auth.ts'
import { withTransaction } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Viewer } from '#server/viewer.ts'
import { findAccountByEmail, verifyUserEmail } from '../users/create-user.ts'
import { replacePassword } from '../users/credentials.ts'
import { checkCode } from './check-code.ts'
import { hashPassword } from './passwords.ts'
import { consumeCode, refundAttempt, revokeOtherSessions } from './queries.ts'
import { resetTokenFor, sameHash } from './rules.ts'
import { beginGuess, endGuess, trustPlace } from './throttle.ts'

/**
 * Sets a new password with a code, ends every session, and proves the address on the way. Throws auth.codeInvalid,
 * auth.codeExpired, auth.tooManyAttempts, or auth.resetTokenInvalid where a token is given that is not the code's.
 */
export async function resetPassword(
  deps: Pick<Deps, 'config' | 'db'>,
  viewer: Viewer,
  input: z.infer<typeof ResetPasswordInput>,
): Promise<void> {
  const { email, code } = input
  await beginGuess(deps, viewer.address)
  const passwordHash = await hashPassword(input.newPassword)
  const failure = await withTransaction(deps.db, async (tx) => {
    const checked = await checkCode(deps, tx, { email, code, purpose: 'reset-password' })
    if (!checked.right) return checked.error
    if (
      input.resetToken &&
      !sameHash(input.resetToken, resetTokenFor(deps.config.authSecret, email, checked.codeHash))
    ) {
      await refundAttempt(tx, email, 'reset-password')
      return new AppError('auth.resetTokenInvalid')
    }
    const user = await findAccountByEmail(tx, email)
    if (!user) return new AppError('auth.codeInvalid', { fields: { attemptsRemaining: 0 } })
    await endGuess(deps, tx, viewer.address)
    await consumeCode(tx, email, 'reset-password')
    await replacePassword(tx, user.id, passwordHash)
    await verifyUserEmail(tx, user.id, new Date())
    await revokeOtherSessions(tx, user.id, null)
    // Whoever reads the owner's mail is the owner, so no stranger's guesses make this place wait.
    await trustPlace(deps, tx, { account: email, address: viewer.address })
    return null
  })
  if (failure) throw failure
}
