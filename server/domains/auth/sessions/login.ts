import type { LoginInput, SignedIn } from '#contract/auth/auth.ts'
import { isEqualConstantTime } from '#server/platform/constant-time-equal.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { recordRefusal } from '../../security-log/record-event.ts'
import { findUserByEmail } from '../../users/accounts.ts'
import { presentCodeTimes } from '../codes/present-code-times.ts'
import { hashForAddress, isForAddress, verifyPassword } from '../passwords/passwords.ts'
import { findDeletedPassword } from '../queries.ts'
import { listPendingRegistrations, type Registration } from '../registration/registration-queries.ts'
import { sendVerification } from '../registration/send-verification-code.ts'
import { hashEmail, registrationTokenFor } from '../rules.ts'
import { finishSignIn } from '../second-factor/finish-sign-in.ts'
import { beginAttempt, endAttempt } from '../throttle/throttle.ts'

/**
 * Signs in with a password. Throws auth.invalidCredentials, auth.verificationRequired for the correct password of a pending
 * registration (and sends a new code), auth.secondFactorRequired, auth.accountDeleted for the correct password of a deleted
 * account, auth.accountSuspended, or auth.tooManyRequests after too many wrong attempts.
 */
export async function login(
  deps: Pick<Deps, 'config' | 'db' | 'jobs'>,
  viewer: Viewer,
  input: LoginInput,
): Promise<SignedIn['data']> {
  const { email, password } = input
  const secret = deps.config.authSecret
  const source = { account: email, address: viewer.address }
  await beginAttempt(deps, source)
  const user = await findUserByEmail(deps.db, email)
  const waiting = await listPendingRegistrations(deps.db, email)
  // Always compute two hashes, whether or not the address belongs to a member and however many registrations are pending.
  const carriedOver = user ? undefined : waiting.find((row) => !isForAddress(secret, email, row.password_hash))
  const deletedHash = user || carriedOver ? null : await findDeletedPassword(deps.db, hashEmail(secret, email))
  const isRight = await verifyPassword(user?.password_hash ?? carriedOver?.password_hash ?? deletedHash, password)
  const hash = await hashForAddress(secret, email, password)
  const registration =
    waiting.find((row) => isEqualConstantTime(row.password_hash, hash)) ?? (isRight ? carriedOver : undefined)
  if (user && isRight) {
    await withTransaction(deps.db, (tx) => endAttempt(deps, tx, source))
    return finishSignIn(deps, viewer, user)
  }
  // This still counts as a failure: a stranger's registration must not allow more guesses at the owner's password.
  if (registration) throw await verificationRequired(deps, viewer, registration)
  // Only a deleted account's former owner may see that it was deleted.
  if (!user && isRight && deletedHash) throw new AppError('auth.accountDeleted')
  await recordRefusal(deps, { event: 'sign-in-failed', ...(user ? { userId: user.id } : { email }), from: viewer })
  throw new AppError('auth.invalidCredentials')
}

/** A registration's password grants its token, for example in another browser. */
async function verificationRequired(
  deps: Pick<Deps, 'config' | 'db' | 'jobs'>,
  viewer: Viewer,
  { id, email }: Registration,
): Promise<AppError> {
  const times = await withTransaction(deps.db, (tx) =>
    sendVerification(deps, tx, viewer, { email, registrationId: id }),
  )
  const registrationToken = registrationTokenFor(deps.config.authSecret, id)
  return new AppError('auth.verificationRequired', {
    fields: { requiresVerification: true, email, registrationToken, ...presentCodeTimes(times) },
  })
}
