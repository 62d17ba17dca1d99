import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { findUserByEmail } from '../../users/accounts.ts'
import { type CodeTimes, sendCode } from '../codes/send-code.ts'
import { networkKey } from '../throttle/throttle.ts'

/** Sends a password reset code. Response and work are the same for unknown addresses. */
export async function forgotPassword(
  deps: Pick<Deps, 'config' | 'db' | 'jobs'>,
  viewer: Viewer,
  email: string,
): Promise<CodeTimes> {
  return withTransaction(deps.db, async (tx) => {
    const user = await findUserByEmail(tx, email)
    return sendCode(deps, tx, {
      email,
      purpose: 'reset-password',
      // A slot per network, so that a request from one network does not void another network's code.
      slot: networkKey(deps.config.authSecret, viewer.address),
      language: user?.content_language ?? viewer.language,
      send: user ? 'code' : 'nothing',
    })
  })
}
