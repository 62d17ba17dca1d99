import { withTransaction } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Viewer } from '#server/viewer.ts'
import { findAccountByEmail, verifyUserEmail } from '../users/create-user.ts'
import { checkCode } from './check-code.ts'
import { consumeCode } from './queries.ts'
import { beginGuess, endGuess } from './throttle.ts'

/** Proves an address with its code. Throws auth.codeInvalid, auth.codeExpired, auth.tooManyAttempts or auth.tooManyRequests. */
export async function verifyEmail(
  deps: Pick<Deps, 'config' | 'db'>,
  viewer: Viewer,
  input: { email: string; code: string },
): Promise<Date> {
  await beginGuess(deps, viewer.address)
  const verdict = await withTransaction(deps.db, async (tx) => {
    const checked = await checkCode(deps, tx, { ...input, purpose: 'verify-email' })
    if (!checked.right) return checked.error
    const user = await findAccountByEmail(tx, input.email)
    if (!user) return new AppError('auth.codeInvalid', { fields: { attemptsRemaining: 0 } })
    const at = user.email_verified_at ?? new Date()
    await endGuess(deps, tx, viewer.address)
    await consumeCode(tx, input.email, 'verify-email')
    await verifyUserEmail(tx, user.id, at)
    return at
  })
  if (verdict instanceof AppError) throw verdict
  return verdict
}
