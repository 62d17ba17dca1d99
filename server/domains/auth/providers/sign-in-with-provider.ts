import type { SignedIn } from '#contract/auth.ts'
import type { ProviderProfile } from '#server/adapters/sign-in/sign-in.ts'
import { type Tx, withTransaction } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Viewer } from '#server/viewer.ts'
import { findAccount, findAccountByEmail } from '../../users/create-user.ts'
import { lockAddress } from '../codes/code-queries.ts'
import { isDeletedEmail } from '../queries.ts'
import { type CreatedAccount, createWithFreeName, endWaiting } from '../registration/create-account.ts'
import { hashEmail } from '../rules.ts'
import { startSession } from '../sessions/start-session.ts'
import { findIdentity, insertIdentity, lockIdentity } from './identity-queries.ts'

/** What the person agreed to on the screen, kept with an account that is made now. */
interface Accepted {
  acceptedTermsVersion?: string | undefined
}

/**
 * Signs in the person a provider vouches for: the account linked before, else the one with the address that the provider
 * itself calls verified, else a new one; registrations that wait for the address have lost then. Throws auth.emailInUse where an address that nobody verified is a member's,
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
    if (profile.email) await lockAddress(tx, profile.email)
    const owner = profile.email ? await findAccountByEmail(tx, profile.email) : undefined
    if (owner && !profile.emailVerified) throw new AppError('auth.emailInUse')
    if (!owner) await refuseDeleted(deps, tx, profile)
    const account = owner ?? (await createFromProfile(deps, tx, viewer, profile, accepted))
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

/** An address that the provider does not vouch for is not kept: its real owner must be able to register it. */
async function createFromProfile(
  deps: Pick<Deps, 'config'>,
  tx: Tx,
  viewer: Viewer,
  profile: ProviderProfile,
  { acceptedTermsVersion }: Accepted,
): Promise<CreatedAccount> {
  const email = profile.emailVerified ? profile.email : null
  if (email) await endWaiting(deps, tx, email)
  return createWithFreeName(deps, tx, profile, {
    email,
    passwordHash: null,
    contentLanguage: viewer.language,
    emailVerifiedAt: new Date(),
    acceptedTermsVersion,
  })
}
