import type { RegisterInput } from '#contract/auth/auth.ts'
import {
  REGISTRATION_TTL_HOURS,
  REGISTRATIONS_PER_ADDRESS_AND_NETWORK_PER_HOUR,
  REGISTRATIONS_PER_ADDRESS_PER_HOUR,
  REGISTRATIONS_WAITING_PER_ADDRESS,
  REGISTRATIONS_WAITING_PER_NETWORK,
} from '#contract/limits.ts'
import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { usernameKey } from '../../users/username-keys.ts'
import { lockAddress } from '../codes/code-queries.ts'
import type { CodeTimes } from '../codes/send-code.ts'
import { hashForAddress } from '../passwords/passwords.ts'
import { breachedPassword, weakPassword } from '../passwords/weak-passwords.ts'
import { hashHolder, hashReservedNames, registrationToEvict, registrationTokenFor } from '../rules.ts'
import { networkKey, tooSoon } from '../throttle/throttle.ts'
import { takeName } from './create-account.ts'
import { admit } from './may-register.ts'
import {
  countFromNetwork,
  deleteRegistrations,
  insertRegistration,
  listPendingRegistrations,
  type Registration,
  releaseReservationsOf,
} from './registration-queries.ts'
import { sendVerification } from './send-verification-code.ts'

const HOUR_MS = 3_600_000

/**
 * Stores a registration until a code verifies the address, and emails that code. If the address already has an account, the
 * response is the same and the address gets a notice, so that membership cannot be probed. Throws request.invalid for a weak
 * password, auth.usernameTaken, auth.tooManyRequests if an address or network registers too often, and the errors of `admit`.
 */
export async function registerAccount(
  deps: Pick<Deps, 'config' | 'db' | 'jobs'>,
  viewer: Viewer,
  input: RegisterInput,
): Promise<CodeTimes & { registrationToken: string }> {
  const { email, username } = input
  const weak =
    weakPassword('password', input.password, { username, email }) ??
    (await breachedPassword(deps.config, 'password', input.password))
  if (weak) throw weak
  const secret = deps.config.authSecret
  const passwordHash = await hashForAddress(secret, email, input.password)
  const network = networkKey(secret, viewer.address)
  const holder = hashHolder(secret, 'address', email)
  return withTransaction(deps.db, async (tx) => {
    const inviteId = await admit(tx, viewer, input)
    await lockAddress(tx, email)
    await checkRates(deps, tx, email, network)
    const until = new Date(Date.now() + REGISTRATION_TTL_HOURS * HOUR_MS)
    if (!(await takeName(deps, tx, { username, email, holder, until }))) throw new AppError('auth.usernameTaken')
    const id = newId()
    await insertRegistration(tx, {
      id,
      email,
      username,
      usernameKey: usernameKey(username),
      passwordHash,
      contentLanguage: viewer.language,
      acceptedTermsVersion: input.acceptedTermsVersion,
      networkKey: network,
      inviteId,
      expiresAt: until,
    })
    await evict(deps, tx, email, holder)
    const times = await sendVerification(deps, tx, viewer, { email, registrationId: id, always: true })
    return { ...times, registrationToken: registrationTokenFor(secret, id) }
  })
}

async function checkRates(deps: Pick<Deps, 'config'>, tx: Tx, email: string, network: string): Promise<void> {
  const recent = (await listPendingRegistrations(tx, email)).filter(
    (row) => row.created_at.getTime() > Date.now() - HOUR_MS,
  )
  const fromHere = recent.filter((row) => row.network_key === network)
  const refuse = (rows: Registration[], most: number) => {
    const oldest = rows.at(-most)
    if (oldest) throw tooSoon(new Date(oldest.created_at.getTime() + HOUR_MS))
  }
  refuse(fromHere, REGISTRATIONS_PER_ADDRESS_AND_NETWORK_PER_HOUR)
  refuse(recent, REGISTRATIONS_PER_ADDRESS_PER_HOUR)
  if (!deps.config.rateLimits) return
  if ((await countFromNetwork(tx, network)) >= REGISTRATIONS_WAITING_PER_NETWORK)
    throw tooSoon(new Date(Date.now() + HOUR_MS))
}

/** Evicts registrations beyond the limit per address, and releases the names that only they reserved. */
async function evict(deps: Pick<Deps, 'config'>, tx: Tx, email: string, holder: string): Promise<void> {
  const waiting = await listPendingRegistrations(tx, email)
  const evicted: string[] = []
  while (waiting.length > REGISTRATIONS_WAITING_PER_ADDRESS) {
    const [gone] = waiting.splice(registrationToEvict(waiting), 1)
    if (gone) evicted.push(gone.id)
  }
  if (evicted.length === 0) return
  await deleteRegistrations(tx, evicted)
  const stillWaiting = waiting.flatMap((row) => hashReservedNames(deps.config.authSecret, row.username))
  await releaseReservationsOf(tx, holder, stillWaiting)
}
