import type { SignedIn } from '#contract/auth.ts'
import type { ProviderProfile } from '#server/adapters/sign-in/sign-in.ts'
import { type Tx, withTransaction } from '#server/db/db.ts'
import { newId } from '#server/db/id.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Viewer } from '#server/viewer.ts'
import { createUser, findAccount, findAccountByEmail, verifyUserEmail } from '../users/create-user.ts'
import { removePassword } from '../users/credentials.ts'
import { findIdentity, insertIdentity, lockIdentity } from './identity-queries.ts'
import { holdUsername, isDeletedEmail, releaseHold, revokeOtherSessions } from './queries.ts'
import { hashEmail, hashHolds } from './rules.ts'
import { startSession } from './start-session.ts'
import { displayNameOf, usernamesFor } from './usernames.ts'

type Account = NonNullable<Awaited<ReturnType<typeof findAccountByEmail>>>
/** What the person agreed to on the screen, kept with an account that is made now. */
interface Accepted {
  acceptedTermsVersion?: string | undefined
}
const NAME_HOLD_MS = 60_000

/**
 * Signs in the person a provider vouches for: the account linked before, else the one with the address that the provider
 * itself calls verified, else a new one. Throws auth.emailInUse where an address that nobody verified is a member's,
 * auth.accountDeleted and auth.accountSuspended.
 */
export async function signInWithProvider(
  deps: Pick<Deps, 'config' | 'db'>,
  viewer: Viewer,
  profile: ProviderProfile,
  accepted: Accepted = {},
): Promise<SignedIn['data']> {
  const user = await withTransaction(deps.db, async (tx) => {
    await lockIdentity(tx, profile)
    const linked = await findIdentity(tx, profile)
    if (linked) return findAccount(tx, linked)
    const owner = profile.email ? await findAccountByEmail(tx, profile.email) : undefined
    if (owner && !profile.emailVerified) throw new AppError('auth.emailInUse')
    if (!owner) await refuseDeleted(deps, tx, profile)
    const account = owner ? await takeOver(tx, owner) : await createFromProfile(deps, tx, viewer, profile, accepted)
    await insertIdentity(tx, { provider: profile.provider, subject: profile.subject, userId: account.id })
    return account
  })
  if (!user) throw new AppError('auth.providerTokenInvalid')
  return startSession(deps, viewer, user)
}

async function refuseDeleted(deps: Pick<Deps, 'config'>, tx: Tx, profile: ProviderProfile): Promise<void> {
  const traces = [`${profile.provider}:${profile.subject}`, ...(profile.emailVerified ? [profile.email ?? ''] : [])]
  for (const trace of traces)
    if (await isDeletedEmail(tx, hashEmail(deps.config.authSecret, trace))) throw new AppError('auth.accountDeleted')
}

/** Links to a member. One who never proved the address may be a stranger who typed it: what they set up is void. */
async function takeOver(tx: Tx, owner: Account): Promise<Account> {
  if (owner.email_verified_at) return owner
  const now = new Date()
  await verifyUserEmail(tx, owner.id, now)
  await removePassword(tx, owner.id)
  await revokeOtherSessions(tx, owner.id, null)
  return { ...owner, email_verified_at: now, password_hash: null }
}

/** An address that the provider does not vouch for is not kept: its real owner must be able to register it. */
async function createFromProfile(
  deps: Pick<Deps, 'config'>,
  tx: Tx,
  viewer: Viewer,
  profile: ProviderProfile,
  { acceptedTermsVersion }: Accepted,
): Promise<Account> {
  for (const username of usernamesFor(profile)) {
    const holds = hashHolds(deps.config.authSecret, username)
    if (!(await holdUsername(tx, holds, new Date(Date.now() + NAME_HOLD_MS)))) continue
    const user = await createUser(tx, {
      id: newId(),
      username,
      email: profile.emailVerified ? profile.email : null,
      passwordHash: null,
      displayName: displayNameOf(profile.name, username),
      contentLanguage: viewer.language,
      emailVerifiedAt: new Date(),
      acceptedTermsVersion,
    })
    await releaseHold(tx, holds)
    if (user) return user
  }
  throw new AppError('server.unavailable')
}
