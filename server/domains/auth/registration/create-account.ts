import type { Tx } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { insertUser, isUsernameTaken } from '../../users/accounts.ts'
import { refuseReserved, usernameKey } from '../../users/username-keys.ts'
import { consumeCodes } from '../codes/code-queries.ts'
import { hashHolder, hashReservedNames } from '../rules.ts'
import { isNamePending, releaseReservation, releaseReservationsOf, reserveUsername } from './registration-queries.ts'
import { displayNameOf, usernamesFor } from './usernames.ts'

type ConfigDeps = Pick<Deps, 'config'>
type NewAccount = Omit<Parameters<typeof insertUser>[1], 'id' | 'username' | 'displayName'>
export type CreatedAccount = NonNullable<Awaited<ReturnType<typeof insertUser>>>

const NAME_HOLD_MS = 60_000

/**
 * Reserves a name. Returns false if it or a lookalike belongs to a member or is reserved for another person. Throws request.invalid
 * for a lookalike of the site's own names.
 */
export async function takeName(
  deps: ConfigDeps,
  tx: Tx,
  name: {
    username: string
    email: string | null
    holder: string | null
    until: Date
    reason?: 'registration' | 'changed'
    /** The member who is changing to this name. */
    userId?: string
  },
): Promise<boolean> {
  const { username, email, reason = 'registration', holder, until } = name
  refuseReserved(username)
  const holds = hashReservedNames(deps.config.authSecret, username)
  // Reserve first, then check: after waiting for another reservation, the account created from it is visible.
  if (!(await reserveUsername(tx, { holds, reason, holder, until }))) return false
  const isTaken = await isUsernameTaken(tx, username, name.userId)
  if (!isTaken && !(await isNamePending(tx, usernameKey(username), email))) return true
  await releaseReservation(tx, holds)
  return false
}

/** Creates an account with this name. Returns undefined if the name is not available. */
export async function createWithName(
  deps: ConfigDeps,
  tx: Tx,
  { username, displayName, holder }: { username: string; displayName: string; holder: string | null },
  account: NewAccount,
): Promise<CreatedAccount | undefined> {
  const until = new Date(Date.now() + NAME_HOLD_MS)
  if (!(await takeName(deps, tx, { username, email: account.email, holder, until }))) return undefined
  const user = await insertUser(tx, { id: newId(), username, displayName, ...account })
  await releaseReservation(tx, hashReservedNames(deps.config.authSecret, username))
  return user
}

/** Creates an account with the first available of the person's name suggestions. */
export async function createWithFreeName(
  deps: ConfigDeps,
  tx: Tx,
  person: { name: string; email: string | null },
  account: NewAccount,
): Promise<CreatedAccount> {
  for (const username of usernamesFor(person)) {
    const named = { username, displayName: displayNameOf(person.name, username), holder: null }
    const user = await createWithName(deps, tx, named, account)
    if (user) return user
  }
  throw new AppError('server.unavailable')
}

/**
 * Runs once an address is verified, before its account is created: releases the names of its other pending registrations and
 * voids their codes. The registrations stay until they expire, so that their state reveals nothing.
 */
export async function closePendingRegistrations(deps: ConfigDeps, tx: Tx, email: string): Promise<void> {
  await releaseReservationsOf(tx, hashHolder(deps.config.authSecret, 'address', email))
  await consumeCodes(tx, email, 'verify-email')
  await consumeCodes(tx, email, 'reset-password')
}
