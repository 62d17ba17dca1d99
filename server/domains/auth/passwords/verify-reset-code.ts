import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { checkCode } from '../codes/check-code.ts'
import { recordFailedCode } from '../codes/record-failed-code.ts'
import { resetTokenFor } from '../rules.ts'
import { beginGuess, endGuess, networkKey } from '../throttle/throttle.ts'

/**
 * Checks a reset code before the new password is entered, and returns a token bound to it. The code remains valid for the reset.
 * Throws auth.codeInvalid, auth.codeExpired, auth.tooManyAttempts or auth.tooManyRequests.
 */
export async function verifyResetCode(
  deps: Pick<Deps, 'config' | 'db'>,
  viewer: Viewer,
  input: { email: string; code: string },
): Promise<string> {
  const guessed = { account: input.email, purpose: 'reset-password' } as const
  await beginGuess(deps, viewer.address, guessed)
  const client = networkKey(deps.config.authSecret, viewer.address)
  const verdict = await withTransaction(deps.db, async (tx) => {
    const checked = await checkCode(deps, tx, { ...input, purpose: 'reset-password', client })
    if (checked.right) await endGuess(deps, tx, viewer.address, guessed)
    return checked
  })
  if (!verdict.right) {
    await recordFailedCode(deps, viewer, input.email, verdict.error)
    throw verdict.error
  }
  return resetTokenFor(deps.config.authSecret, input.email, verdict.code.code_hash)
}
