import { DELETED_USERNAME_HOLD_DAYS } from '#contract/limits.ts'
import { type Tx, withTransaction } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { sendMailJob } from '../../mail/jobs.ts'
import { removeUser } from '../../users/remove-user.ts'
import { deleteCodes } from '../codes/code-queries.ts'
import { listIdentities } from '../providers/identity-queries.ts'
import { recordDeletion } from '../queries.ts'
import { deleteRegistrationsOf, releaseHoldsOf } from '../registration/registration-queries.ts'
import { hashEmail, hashHolds, holderOf } from '../rules.ts'

export interface DeletedUser {
  id: string
  username: string
  email: string | null
}

/** What other domains do when a member leaves; the composition root hands these down. */
export interface AccountDeletionHooks {
  /** Before the rows go: what the member did elsewhere is taken back. */
  beforeDeletion(tx: Tx, user: DeletedUser): Promise<void>
  /** Once the rows are gone: what lies outside of the database. */
  afterDeletion(user: DeletedUser): Promise<void>
  /** In the same transaction: files that no row names any more are to be removed once it commits. */
  sweepFiles(tx: Tx): Promise<void>
}

/**
 * Deletes an account for good: rows, sessions, codes, and (by a job) files that nobody else uses. Its username is held for
 * 90 days and its address kept as a keyed hash, so that logging in can say that it is gone. Throws user.notFound.
 */
export async function deleteAccount(
  deps: Pick<Deps, 'config' | 'db' | 'jobs'> & AccountDeletionHooks,
  userId: string,
): Promise<void> {
  const secret = deps.config.authSecret
  const left = await withTransaction(deps.db, async (tx) => {
    const identities = await listIdentities(tx, userId)
    const user = await removeUser(tx, userId, deps.beforeDeletion)
    if (!user) throw new AppError('user.notFound')
    const traces = identities.map(({ provider, subject }) => `${provider}:${subject}`)
    await deleteCodes(tx, userId, user.email)
    if (user.email) {
      await deleteRegistrationsOf(tx, user.email)
      await releaseHoldsOf(tx, holderOf(secret, 'address', user.email))
      await deps.jobs.forget(tx, sendMailJob, { to: user.email })
      traces.push(user.email)
    }
    await recordDeletion(tx, {
      hashes: traces.map((trace) => hashEmail(secret, trace)),
      usernameHolds: hashHolds(secret, user.username),
      heldUntil: new Date(Date.now() + DELETED_USERNAME_HOLD_DAYS * 86_400_000),
    })
    await deps.sweepFiles(tx)
    return user
  })
  await deps.afterDeletion(left)
}
