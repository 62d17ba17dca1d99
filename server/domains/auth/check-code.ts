import type { Tx } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { lockCode, replaceCode, spendAttempt } from './queries.ts'
import { attemptsRemaining, type CodePurpose, codeTimes, drawCode, hashCode, sameHash } from './rules.ts'

export type CodeVerdict = { right: true; codeHash: string } | { right: false; error: AppError }

/**
 * Spends one attempt on a code. The verdict is a value, not a throw, so that the caller's transaction commits and the
 * attempt counts. An address without a code answers exactly as one with another code.
 */
export async function checkCode(
  deps: Pick<Deps, 'config'>,
  tx: Tx,
  given: { email: string; purpose: CodePurpose; code: string },
): Promise<CodeVerdict> {
  const { email, purpose } = given
  const known = await lockCode(tx, email, purpose)
  if (!known) {
    const decoy = hashCode(deps.config.authSecret, email, purpose, drawCode())
    await replaceCode(tx, { email, purpose, codeHash: decoy, sends: 1, attempts: 1, ...codeTimes(new Date(), 1) })
    return wrong('auth.codeInvalid', 1)
  }
  const spent = await spendAttempt(tx, email, purpose)
  if (!spent) {
    const retryAfterSeconds = Math.max(1, Math.ceil((known.can_resend_at.getTime() - Date.now()) / 1000))
    return {
      right: false,
      error: new AppError('auth.tooManyAttempts', { retryAfterSeconds, fields: { attemptsRemaining: 0 } }),
    }
  }
  const matches = sameHash(spent.code_hash, hashCode(deps.config.authSecret, email, purpose, given.code))
  if (!matches || spent.consumed_at) return wrong('auth.codeInvalid', spent.attempts)
  if (spent.expires_at <= new Date()) return wrong('auth.codeExpired', spent.attempts)
  return { right: true, codeHash: spent.code_hash }
}

function wrong(code: 'auth.codeInvalid' | 'auth.codeExpired', attempts: number): CodeVerdict {
  return { right: false, error: new AppError(code, { fields: { attemptsRemaining: attemptsRemaining(attempts) } }) }
}
