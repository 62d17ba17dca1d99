import type { SignedIn } from '#contract/auth/auth.ts'
import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { findUserByEmail, insertUser } from '../../users/accounts.ts'
import { checkCode, wrongCode } from '../codes/check-code.ts'
import { lockAddress, putCode } from '../codes/code-queries.ts'
import { codeTimes, hashCode, resetTokenFor } from '../rules.ts'
import { startSession } from '../sessions/start-session.ts'
import { beginGuess, endGuess, networkKey, trustSource } from '../throttle/throttle.ts'
import { type CreatedAccount, closePendingRegistrations, createWithFreeName } from './create-account.ts'
import { redeemInvite } from './may-register.ts'
import { deleteRegistrations, listPendingRegistrations, type Registration } from './registration-queries.ts'
import { findByToken } from './send-verification-code.ts'

export interface Verified {
  verifiedAt: Date
  username: string
  /** A token to set a password with `resetPassword`; present if no registration's password applies. */
  resetToken?: string
  /** A session, if the token identifies the registration: only its browser, or a login with its password, received the token. */
  data?: SignedIn['data']
}

/**
 * Verifies an address with any live code sent to it, and creates its account from the registration that the token identifies or,
 * without a token, from the only pending one. With several pending, or an unknown token, it uses none: the account then has no
 * password, and the returned reset token allows setting one. Only a token signs in: without one, the registration may be a stranger's,
 * with a password of the stranger. Throws auth.codeInvalid, auth.codeExpired, auth.tooManyAttempts or
 * auth.tooManyRequests.
 */
export async function verifyEmail(
  deps: Pick<Deps, 'config' | 'db' | 'jobs'>,
  viewer: Viewer,
  input: { email: string; code: string; registrationToken?: string | undefined },
): Promise<Verified> {
  const { email, code, registrationToken } = input
  const secret = deps.config.authSecret
  const guessed = { account: email, purpose: 'verify-email' } as const
  await beginGuess(deps, viewer.address, guessed)
  const verdict = await withTransaction(deps.db, async (tx) => {
    await lockAddress(tx, email)
    const waiting = await listPendingRegistrations(tx, email)
    const named = findByToken(deps, waiting, registrationToken)
    const client = networkKey(secret, viewer.address)
    const checked = await checkCode(deps, tx, { email, code, purpose: 'verify-email', client, ownSlot: named?.id })
    if (!checked.right) return checked.error
    // Codes for a member's address are never sent, so this one was guessed.
    if (await findUserByEmail(tx, email)) return wrongCode('auth.codeInvalid', 0)
    await endGuess(deps, tx, viewer.address, guessed)
    await closePendingRegistrations(deps, tx, email)
    const chosen = named ?? (!registrationToken && waiting.length === 1 ? waiting[0] : undefined)
    const user = await createVerified(deps, tx, viewer, email, chosen)
    const invited = chosen ?? waiting.find((row) => row.invite_id !== null)
    await redeemInvite(tx, user.id, invited?.invite_id ?? null)
    // The code proves access to the owner's email, so strangers' guesses must not delay this network.
    await trustSource(deps, tx, { account: email, address: viewer.address })
    const verified = { verifiedAt: user.email_verified_at ?? new Date(), username: user.username }
    const resetToken = chosen ? undefined : await putResetCode(secret, tx, email, code)
    return { user, isOwnBrowser: named !== undefined, verified: { ...verified, ...(resetToken ? { resetToken } : {}) } }
  })
  if (verdict instanceof AppError) throw verdict
  const { user, isOwnBrowser, verified } = verdict
  return isOwnBrowser ? { ...verified, data: await startSession(deps, viewer, user) } : verified
}

async function createVerified(
  deps: Pick<Deps, 'config'>,
  tx: Tx,
  viewer: Viewer,
  email: string,
  chosen: Registration | undefined,
): Promise<CreatedAccount> {
  const account = {
    email,
    passwordHash: chosen?.password_hash ?? null,
    contentLanguage: chosen?.content_language ?? viewer.language,
    emailVerifiedAt: new Date(),
    acceptedTermsVersion: chosen?.accepted_terms_version ?? undefined,
    acceptedTermsAt: chosen?.created_at,
  }
  // Use neither a part of the address, since usernames are public, nor a name chosen by a stranger.
  if (!chosen) return createWithFreeName(deps, tx, { name: '', email: null }, account)
  await deleteRegistrations(tx, [chosen.id])
  const { username } = chosen
  const user = await insertUser(tx, { id: newId(), username, displayName: username, ...account })
  return user ?? createWithFreeName(deps, tx, { name: username, email: null }, account)
}

/** Stores the verified code as a reset code for setting the first password, in a slot that new codes do not replace. */
async function putResetCode(secret: string, tx: Tx, email: string, code: string): Promise<string> {
  const purpose = 'reset-password'
  const now = new Date()
  const codeHash = hashCode(secret, email, purpose, code)
  const { expiresAt } = codeTimes(now, 1)
  await putCode(tx, { email, purpose, slot: 'verified', codeHash, sends: 0, expiresAt, canResendAt: now })
  return resetTokenFor(secret, email, codeHash)
}
