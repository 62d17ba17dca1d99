import * as z from 'zod'
import type { SignedIn } from '#contract/auth/auth.ts'
import { Role } from '#contract/people/roles.ts'
import type { OidcProviderSettings } from '#server/platform/config/config-providers.ts'
import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { findUser, findUserByEmail } from '../../../users/accounts.ts'
import { lockAddress } from '../../codes/code-queries.ts'
import { checkProof, type Proof, proofRequired } from '../../proof/fresh-proof.ts'
import { finishSignIn } from '../../second-factor/finish-sign-in.ts'
import { hashToken } from '../../sessions/tokens.ts'
import { findIdentity, insertIdentity, lockIdentity } from '../identity-queries.ts'
import { createFromProfile, linkTo, refuseDeleted } from '../sign-in-with-provider.ts'
import { applyGroupRole, type GiveRole } from './group-role.ts'
import { findTicket } from './ticket-queries.ts'

const Profile = z.object({
  name: z.string(),
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  role: Role.nullable(),
  invite: z.string().optional(),
  acceptedTermsVersion: z.string().optional(),
})
type Person = z.infer<typeof Profile> & { provider: string; subject: string }
type SignInDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'log'> & GiveRole

/**
 * Finishes a sign-in that a provider has confirmed: in the linked account, else in a new one. Links an account with the verified
 * address after the person proves ownership; without proof, throws auth.linkRequired, with the fields of
 * auth.confirmFirst. Throws auth.signInExpired, auth.emailInUse, the errors of a proof, and those of `finishSignIn`.
 */
export async function finishProviderSignIn(
  deps: SignInDeps,
  viewer: Viewer,
  settings: OidcProviderSettings,
  token: string,
  proof: Proof,
): Promise<SignedIn['data']> {
  const ticketHash = hashToken(deps.config.authSecret, token)
  const ticket = await findTicket(deps.db, ticketHash)
  if (!ticket || ticket.provider !== settings.key) throw new AppError('auth.signInExpired')
  const { provider, subject } = ticket
  const person = { provider, subject, ...Profile.parse(ticket.profile) }
  const userId =
    (await findOrCreate(deps, viewer, settings, person)) ?? (await linkOwner(deps, viewer, settings, person, proof))
  const user = await withTransaction(deps.db, async (tx) => {
    await applyGroupRole(deps, tx, person, userId)
    return findUser(tx, userId)
  })
  if (!user) throw new AppError('auth.signInExpired')
  return finishSignIn(deps, viewer, user, ticketHash)
}

/** Returns the id of the person's account; null if the address belongs to an account that is not linked. */
async function findOrCreate(
  deps: SignInDeps,
  viewer: Viewer,
  settings: OidcProviderSettings,
  person: Person,
): Promise<string | null> {
  return withTransaction(deps.db, async (tx) => {
    await lockIdentity(tx, person)
    const linked = await findIdentity(tx, person)
    if (linked) return linked
    if (await ownerOf(tx, person)) return null
    await refuseDeleted(deps, tx, person)
    if (settings.signUp === 'never') throw new AppError('auth.registrationClosed')
    const account = await createFromProfile(deps, tx, viewer, person, {
      ...person,
      isVouchedFor: settings.signUp === 'always',
    })
    await insertIdentity(tx, { provider: person.provider, subject: person.subject, userId: account.id })
    return account.id
  })
}

async function ownerOf(tx: Tx, { email }: Person) {
  if (!email) return undefined
  await lockAddress(tx, email)
  return findUserByEmail(tx, email)
}

async function linkOwner(
  deps: SignInDeps,
  viewer: Viewer,
  { name }: OidcProviderSettings,
  person: Person,
  proof: Proof,
): Promise<string> {
  const owner = await findUserByEmail(deps.db, person.email ?? '')
  if (!owner) throw new AppError('auth.signInExpired')
  // An address that the provider has not verified is no reason to require a password.
  if (!person.emailVerified) throw new AppError('auth.emailInUse')
  const isProven = await checkProof(deps, viewer, owner, proof, async (tx) => {
    await lockIdentity(tx, person)
    if ((await findIdentity(tx, person)) === owner.id) return
    await linkTo(deps, tx, viewer, person, owner)
    await insertIdentity(tx, { provider: person.provider, subject: person.subject, userId: owner.id })
  })
  if (!isProven) throw await proofRequired(deps, owner, 'auth.linkRequired', { provider: name })
  return owner.id
}
