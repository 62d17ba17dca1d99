import { withTransaction } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import { checkCode } from './check-code.ts'
import { refundAttempt } from './queries.ts'
import { resetTokenFor } from './rules.ts'

/**
 * Checks a reset code before the new password is asked for, and answers a token bound to it. The code stays good for the
 * reset itself. Throws auth.codeInvalid, auth.codeExpired or auth.tooManyAttempts.
 */
export async function verifyResetCode(
  deps: Pick<Deps, 'config' | 'db'>,
  input: { email: string; code: string },
): Promise<string> {
  const verdict = await withTransaction(deps.db, async (tx) => {
    const checked = await checkCode(deps, tx, { ...input, purpose: 'reset-password' })
    if (checked.right) await refundAttempt(tx, input.email, 'reset-password')
    return checked
  })
  if (!verdict.right) throw verdict.error
  return resetTokenFor(deps.config.authSecret, input.email, verdict.codeHash)
}
