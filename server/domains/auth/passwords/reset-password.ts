import type * as z from 'zod'
import type { ResetPasswordInput } from '#contract/auth/auth.ts'
import { isEqualConstantTime } from '#server/platform/constant-time-equal.ts'
import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { findUserByEmail } from '../../users/accounts.ts'
import { acceptTerms, replacePassword } from '../../users/credentials.ts'
import { checkCode, wrongCode } from '../codes/check-code.ts'
import { listCodes, lockAddress } from '../codes/code-queries.ts'
import { recordFailedCode } from '../codes/record-failed-code.ts'
import { announceChange } from '../credentials-changed.ts'
import { endSignIns } from '../end-sign-ins.ts'
import { resetTokenFor } from '../rules.ts'
import { beginGuess, endGuess, networkKey, trustSource } from '../throttle/throttle.ts'
import { hashPassword } from './passwords.ts'
import { breachedPassword, weakPassword } from './weak-passwords.ts'

type ResetInput = z.infer<typeof ResetPasswordInput>

/**
 * Sets a new password with a code, or with the reset token returned for a correct code, and ends every session and access token.
 * Throws request.invalid for a weak password, auth.codeInvalid, auth.codeExpired, auth.tooManyAttempts, or auth.resetTokenInvalid
 * if the token belongs to no live code or not to the given one.
 */
export async function resetPassword(
  deps: Pick<Deps, 'config' | 'db' | 'jobs'>,
  viewer: Viewer,
  input: ResetInput,
): Promise<void> {
  const { email } = input
  const guessed = { account: email, purpose: 'reset-password' } as const
  await beginGuess(deps, viewer.address, guessed)
  const passwordHash = await hashPassword(input.newPassword)
  const breached = await breachedPassword(deps.config, 'newPassword', input.newPassword)
  const failure = await withTransaction(deps.db, async (tx) => {
    await lockAddress(tx, email)
    const refused = await checkProof(deps, tx, viewer, input)
    if (refused) return refused
    const user = await findUserByEmail(tx, email)
    if (!user) return wrongCode('auth.codeInvalid', 0)
    await endGuess(deps, tx, viewer.address, guessed)
    const weak = weakPassword('newPassword', input.newPassword, { username: user.username, email }) ?? breached
    if (weak) return weak
    await replacePassword(tx, user.id, passwordHash)
    // An account verified without its own registration sets its password here, and accepts the terms.
    if (input.acceptedTermsVersion && !user.accepted_terms_version)
      await acceptTerms(tx, user.id, input.acceptedTermsVersion, viewer.language)
    // A reset suggests that another person may have had access to the account.
    await endSignIns(deps, tx, user, { exceptSessionId: null, endTokens: true, from: viewer })
    // The code proves access to the owner's email, so strangers' guesses must not delay this network.
    await trustSource(deps, tx, { account: email, address: viewer.address })
    await announceChange(deps, tx, viewer, user, { event: 'password-reset', mail: 'passwordChanged' })
    return null
  })
  if (failure) {
    if (failure.code !== 'request.invalid') await recordFailedCode(deps, viewer, email, failure)
    throw failure
  }
}

async function checkProof(
  deps: Pick<Deps, 'config'>,
  tx: Tx,
  viewer: Viewer,
  { email, code, resetToken }: ResetInput,
): Promise<AppError | null> {
  const secret = deps.config.authSecret
  const isTokenOf = (codeHash: string) =>
    resetToken !== undefined && isEqualConstantTime(resetToken, resetTokenFor(secret, email, codeHash))
  if (code !== undefined) {
    const client = networkKey(secret, viewer.address)
    const checked = await checkCode(deps, tx, { email, code, purpose: 'reset-password', client })
    if (!checked.right) return checked.error
    return resetToken === undefined || isTokenOf(checked.code.code_hash) ? null : new AppError('auth.resetTokenInvalid')
  }
  const live = (await listCodes(tx, email, 'reset-password')).filter(
    (row) => !row.consumed_at && row.expires_at > new Date(),
  )
  return live.some((row) => isTokenOf(row.code_hash)) ? null : new AppError('auth.resetTokenInvalid')
}
