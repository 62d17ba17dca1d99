import type { SignedIn } from '#contract/auth/auth.ts'
import type { PasskeyOptions, PasskeyResponse } from '#contract/auth/passkeys.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { recordRefusal } from '../../security-log/record-event.ts'
import { findUser } from '../../users/accounts.ts'
import { hashCredential } from '../rules.ts'
import { startSession } from '../sessions/start-session.ts'
import { findDeletedKey } from './passkey-queries.ts'
import { requireParty } from './relying-party.ts'
import { checkSignature, passkeyOptions, verifyPasskeyResponse } from './verify-passkey-response.ts'

const SIGN_IN = { purpose: 'passkey sign-in', alone: true }

/** Returns the options for signing in with any passkey of this site. Throws passkey.notAvailable. */
export const askForPasskey = (deps: Pick<Deps, 'config'>): PasskeyOptions => passkeyOptions(deps, SIGN_IN)

/**
 * Signs in with a passkey, which replaces password and second factor. Throws passkey.notAvailable, passkey.invalid,
 * auth.challengeInvalid, auth.accountDeleted for a deleted account's passkey, and the errors of `startSession`.
 */
export async function signInWithPasskey(
  deps: Pick<Deps, 'config' | 'db' | 'jobs'>,
  viewer: Viewer,
  answer: PasskeyResponse,
): Promise<SignedIn['data']> {
  requireParty(deps.config)
  const found = await withTransaction(deps.db, async (tx) => {
    const passkey = await verifyPasskeyResponse(deps, tx, SIGN_IN, answer)
    return typeof passkey === 'string' ? passkey : ((await findUser(tx, passkey.user_id)) ?? 'unknown')
  })
  if (typeof found !== 'string') return startSession(deps, viewer, found)
  if (found === 'late') throw new AppError('auth.challengeInvalid')
  if (found === 'unknown' && (await isOfDeletedAccount(deps, answer))) throw new AppError('auth.accountDeleted')
  await recordRefusal(deps, { event: 'sign-in-failed', from: viewer, detail: 'passkey' })
  throw new AppError('passkey.invalid')
}

async function isOfDeletedAccount(deps: Pick<Deps, 'config' | 'db'>, answer: PasskeyResponse): Promise<boolean> {
  const key = await findDeletedKey(deps.db, hashCredential(deps.config.authSecret, answer.id))
  if (key === undefined) return false
  return typeof (await checkSignature(deps, SIGN_IN, answer, { public_key: key, counter: 0 })) !== 'string'
}
