import type { LoginInput, SignedIn } from '#contract/auth.ts'
import { withTransaction } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Viewer } from '#server/viewer.ts'
import { findAccountByEmail } from '../users/create-user.ts'
import { verifyPassword } from './passwords.ts'
import { isDeletedEmail } from './queries.ts'
import { hashEmail } from './rules.ts'
import { sendCode } from './send-code.ts'
import { startSession } from './start-session.ts'
import { beginAttempt, endAttempt } from './throttle.ts'

/**
 * Throws auth.invalidCredentials, auth.verificationRequired (a fresh code is sent), auth.accountDeleted,
 * auth.accountSuspended, or auth.tooManyRequests after too many wrong tries.
 */
export async function login(
  deps: Pick<Deps, 'config' | 'db' | 'jobs'>,
  viewer: Viewer,
  input: LoginInput,
): Promise<SignedIn['data']> {
  const place = { account: input.email, address: viewer.address }
  await beginAttempt(deps, place)
  const user = await findAccountByEmail(deps.db, input.email)
  const isRight = await verifyPassword(user?.password_hash, input.password)
  if (!user && (await isDeletedEmail(deps.db, hashEmail(deps.config.authSecret, input.email))))
    throw new AppError('auth.accountDeleted')
  if (!user || !isRight) throw new AppError('auth.invalidCredentials')
  await withTransaction(deps.db, (tx) => endAttempt(deps, tx, place))
  if (!user.email_verified_at) {
    await withTransaction(deps.db, (tx) =>
      sendCode(deps, tx, {
        email: input.email,
        purpose: 'verify-email',
        language: user.content_language,
        deliver: true,
      }),
    )
    throw new AppError('auth.verificationRequired', { fields: { requiresVerification: true, email: input.email } })
  }
  return startSession(deps, viewer, user)
}
