import type { RegisterInput } from '#contract/auth.ts'
import { USERNAME_HOLD_HOURS } from '#contract/limits.ts'
import { withTransaction } from '#server/db/db.ts'
import { newId } from '#server/db/id.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Viewer } from '#server/viewer.ts'
import { createUser, findAccountByEmail, freeStaleUnverified, isUsernameInUse } from '../users/create-user.ts'
import { refuseReserved } from '../users/username-keys.ts'
import { sendMailJob } from './jobs.ts'
import { addressTakenMail } from './mails.ts'
import { hashPassword } from './passwords.ts'
import { holdUsername, releaseHold } from './queries.ts'
import { hashHolds } from './rules.ts'
import { type CodeTimes, sendCode } from './send-code.ts'

/**
 * Makes an unverified account and mails its code. An address that has an account already is answered in the same way, and
 * a notice goes there, so that nobody can probe who is a member. Throws auth.usernameTaken.
 */
export async function registerAccount(
  deps: Pick<Deps, 'config' | 'db' | 'jobs'>,
  viewer: Viewer,
  input: RegisterInput,
): Promise<CodeTimes> {
  refuseReserved(input.username)
  const passwordHash = await hashPassword(input.password)
  const holds = hashHolds(deps.config.authSecret, input.username)
  return withTransaction(deps.db, async (tx) => {
    await freeStaleUnverified(tx, input.username, input.email)
    const heldUntil = new Date(Date.now() + USERNAME_HOLD_HOURS * 3_600_000)
    if ((await isUsernameInUse(tx, input.username)) || !(await holdUsername(tx, holds, heldUntil)))
      throw new AppError('auth.usernameTaken')
    const owner = await findAccountByEmail(tx, input.email)
    if (owner) return answerForTakenAddress(deps, tx, owner, input, viewer)
    const user = await createUser(tx, {
      id: newId(),
      username: input.username,
      email: input.email,
      passwordHash,
      displayName: input.username,
      contentLanguage: viewer.language,
      acceptedTermsVersion: input.acceptedTermsVersion,
    })
    if (!user) {
      // Either name or address went to somebody else in this moment; the second look says which.
      if (await findAccountByEmail(tx, input.email)) return answerForTakenAddress(deps, tx, null, input, viewer)
      throw new AppError('auth.usernameTaken')
    }
    await releaseHold(tx, holds)
    return sendCode(deps, tx, { email: input.email, purpose: 'verify-email', language: viewer.language, deliver: true })
  })
}

async function answerForTakenAddress(
  deps: Pick<Deps, 'config' | 'db' | 'jobs'>,
  tx: Parameters<typeof sendCode>[1],
  owner: { email_verified_at: Date | null } | null,
  input: RegisterInput,
  viewer: Viewer,
): Promise<CodeTimes> {
  const isVerified = owner?.email_verified_at != null
  if (isVerified)
    await deps.jobs.enqueue(tx, sendMailJob, addressTakenMail(input.email, viewer.language, deps.config.publicUrl), {
      key: `taken ${input.email}`,
    })
  return sendCode(deps, tx, {
    email: input.email,
    purpose: 'verify-email',
    language: viewer.language,
    deliver: !isVerified,
  })
}
