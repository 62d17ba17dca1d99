import { withTransaction } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import type { Viewer } from '#server/viewer.ts'
import { findAccountByEmail } from '../users/create-user.ts'
import { type CodeTimes, sendCode } from './send-code.ts'

/** Sends a fresh code to an unverified account; the answer is the same for every address. */
export async function sendVerificationCode(
  deps: Pick<Deps, 'config' | 'db' | 'jobs'>,
  viewer: Viewer,
  email: string,
): Promise<CodeTimes> {
  return withTransaction(deps.db, async (tx) => {
    const user = await findAccountByEmail(tx, email)
    const deliver = user !== undefined && user.email_verified_at === null
    return sendCode(deps, tx, {
      email,
      purpose: 'verify-email',
      language: user?.content_language ?? viewer.language,
      deliver,
    })
  })
}
