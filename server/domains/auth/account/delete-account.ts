import { DELETED_USERNAME_HOLD_DAYS } from '#contract/limits.ts'
import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { recordSecurityEvent } from '../../security-log/record-event.ts'
import { removeUser } from '../../users/remove-user.ts'
import { deleteCodes } from '../codes/code-queries.ts'
import { findPasskeys, storeDeletedPasskeys } from '../passkeys/passkey-queries.ts'
import { listIdentities } from '../providers/identity-queries.ts'
import { deleteTickets } from '../providers/oidc/ticket-queries.ts'
import { recordDeletion } from '../queries.ts'
import { deleteRegistrationsOf, releaseReservationsOf } from '../registration/registration-queries.ts'
import { hashCredential, hashEmail, hashHolder, hashReservedNames } from '../rules.ts'

export interface DeletedUser {
  id: string
  username: string
  email: string | null
}

/** Account deletion hooks of other domains, passed in by the composition root. */
export interface AccountDeletionHooks {
  /** Runs before the rows are deleted: undoes the member's effects on others. */
  beforeDeletion(tx: Tx, user: DeletedUser): Promise<void>
  /** Runs after the commit: cleans up outside the database. */
  afterDeletion(user: DeletedUser): Promise<void>
  /** Runs in the same transaction: schedules the removal of unreferenced files after the commit. */
  sweepFiles(tx: Tx): Promise<void>
}

/**
 * Permanently deletes an account: rows, sessions, codes, and (by a job) files that nothing else references. Reserves the username
 * for 90 days, and stores a keyed hash of the address so that login can report the deletion. For 90 days it also stores the
 * password hash and the passkeys' public keys, so that login reports the deletion only to the owner. Returns false if the account
 * was already deleted. Throws admin.last.
 */
export async function deleteAccount(
  deps: Pick<Deps, 'config' | 'db' | 'jobs'> & AccountDeletionHooks,
  userId: string,
): Promise<boolean> {
  const left = await withTransaction(deps.db, (tx) => deleteAccountIn(deps, tx, userId))
  if (left) await deps.afterDeletion(left)
  return left !== undefined
}

/** Like `deleteAccount`, in the caller's transaction. After the commit, the caller must pass the result to `afterDeletion`. */
export async function deleteAccountIn(
  deps: Pick<Deps, 'config'> & AccountDeletionHooks,
  tx: Tx,
  userId: string,
): Promise<DeletedUser | undefined> {
  const secret = deps.config.authSecret
  const identities = await listIdentities(tx, userId)
  const passkeys = await findPasskeys(tx, userId)
  const user = await removeUser(tx, userId, deps.beforeDeletion)
  if (!user) return undefined
  const traces = identities.map(({ provider, subject }) => `${provider}:${subject}`)
  for (const identity of identities) await deleteTickets(tx, { ...identity, sid: null })
  await deleteCodes(tx, userId, user.email)
  if (user.email) {
    await deleteRegistrationsOf(tx, user.email)
    await releaseReservationsOf(tx, hashHolder(secret, 'address', user.email))
    traces.push(user.email)
  }
  await recordDeletion(tx, {
    hashes: traces.map((trace) => hashEmail(secret, trace)),
    passwordHash: user.password_hash,
    usernameHolds: hashReservedNames(secret, user.username),
    heldUntil: new Date(Date.now() + DELETED_USERNAME_HOLD_DAYS * 86_400_000),
  })
  await storeDeletedPasskeys(
    tx,
    passkeys.map(({ credential_id, public_key }) => ({
      credential_hash: hashCredential(secret, credential_id),
      public_key,
    })),
  )
  await recordSecurityEvent(deps, tx, { event: 'account-deleted', userId })
  await deps.sweepFiles(tx)
  return user
}
