import type { SignedIn } from '#contract/auth/auth.ts'
import type { ProviderProfile } from '#server/domains/auth/providers/sign-in/sign-in.ts'
import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { findUser, findUserByEmail } from '../../users/accounts.ts'
import { lockAddress } from '../codes/code-queries.ts'
import { announceChange } from '../credentials-changed.ts'
import { isDeletedEmail } from '../queries.ts'
import { type CreatedAccount, closePendingRegistrations, createWithFreeName } from '../registration/create-account.ts'
import { admit, redeemInvite } from '../registration/may-register.ts'
import { hashEmail } from '../rules.ts'
import { finishSignIn } from '../second-factor/finish-sign-in.ts'
import { findIdentity, insertIdentity, listIdentities, lockIdentity } from './identity-queries.ts'

/** Stored with a new account: the terms accepted on screen, and the invite. */
interface Accepted {
  acceptedTermsVersion?: string | undefined
  invite?: string | undefined
  /** True if the site's registration setting does not apply. */
  isVouchedFor?: boolean
}

/**
 * Signs in a person identified by a provider: to the linked account, else to the account with the provider-verified address, else
 * to a new account, which discards pending registrations of the address. Throws auth.emailInUse if the address belongs to a
 * member but is unverified, or if its account is linked to another identity at the provider, auth.secondFactorRequired,
 * auth.accountDeleted and auth.accountSuspended.
 */
export async function signInWithProvider(
  deps: Pick<Deps, 'config' | 'db' | 'jobs'>,
  viewer: Viewer,
  profile: ProviderProfile,
  accepted: Accepted = {},
): Promise<SignedIn['data']> {
  const user = await withTransaction(deps.db, async (tx) => {
    await lockIdentity(tx, profile)
    const linked = await findIdentity(tx, profile)
    if (linked) return findUser(tx, linked)
    if (profile.email) await lockAddress(tx, profile.email)
    const owner = profile.email ? await findUserByEmail(tx, profile.email) : undefined
    if (owner) await linkTo(deps, tx, viewer, profile, owner)
    else await refuseDeleted(deps, tx, profile)
    const account = owner ?? (await createFromProfile(deps, tx, viewer, profile, accepted))
    await insertIdentity(tx, { provider: profile.provider, subject: profile.subject, userId: account.id })
    return account
  })
  if (!user) throw new AppError('auth.providerTokenInvalid')
  return finishSignIn(deps, viewer, user)
}

/**
 * Checks that the identity may be linked to an account, and notifies its owner. Refuses an address that the provider has not
 * verified, and a second identity at the provider: an address may pass to another person, with another identity.
 */
export async function linkTo(
  deps: Pick<Deps, 'config' | 'jobs'>,
  tx: Tx,
  viewer: Viewer,
  profile: ProviderProfile,
  owner: CreatedAccount,
): Promise<void> {
  const linked = await listIdentities(tx, owner.id)
  if (!profile.emailVerified || linked.some(({ provider }) => provider === profile.provider))
    throw new AppError('auth.emailInUse')
  await announceChange(deps, tx, viewer, owner, { event: 'provider-linked', mail: 'providerLinked' })
}

export async function refuseDeleted(
  deps: Pick<Deps, 'config'>,
  tx: Tx,
  profile: Omit<ProviderProfile, 'name'>,
): Promise<void> {
  const traces = [`${profile.provider}:${profile.subject}`, ...(profile.emailVerified ? [profile.email ?? ''] : [])]
  for (const trace of traces)
    if (await isDeletedEmail(tx, hashEmail(deps.config.authSecret, trace))) throw new AppError('auth.accountDeleted')
}

/** Creates an account. Does not store an unverified address, so that its real owner can still register it. */
export async function createFromProfile(
  deps: Pick<Deps, 'config'>,
  tx: Tx,
  viewer: Viewer,
  profile: ProviderProfile,
  { acceptedTermsVersion, invite, isVouchedFor = false }: Accepted,
): Promise<CreatedAccount> {
  const email = profile.emailVerified ? profile.email : null
  const inviteId = await admit(tx, viewer, { email, invite, isVouchedFor })
  if (email) await closePendingRegistrations(deps, tx, email)
  const account = await createWithFreeName(deps, tx, profile, {
    email,
    passwordHash: null,
    contentLanguage: viewer.language,
    emailVerifiedAt: new Date(),
    acceptedTermsVersion,
  })
  await redeemInvite(tx, account.id, inviteId)
  return account
}
