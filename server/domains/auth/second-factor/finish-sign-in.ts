import type { SignedIn } from '#contract/auth/auth.ts'
import type { SecondFactorInput } from '#contract/auth/second-factor.ts'
import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { recordRefusal } from '../../security-log/record-event.ts'
import { findUser } from '../../users/accounts.ts'
import { announceChange } from '../credentials-changed.ts'
import { useOnce } from '../one-time/one-time-value.ts'
import { findPasskeys } from '../passkeys/passkey-queries.ts'
import { relyingParty } from '../passkeys/relying-party.ts'
import { passkeyOptions, verifyPasskeyResponse } from '../passkeys/verify-passkey-response.ts'
import { startSession } from '../sessions/start-session.ts'
import { beginAttempt, beginGuess, endAttempt, endGuess } from '../throttle/throttle.ts'
import { signChallenge, verifyChallenge } from './challenge.ts'
import { hasPasskeyFactor } from './passkey-factor-queries.ts'
import { hashTypedCode } from './recovery-codes.ts'
import { decryptSecret, stepOf } from './rules.ts'
import { acceptStep, findTotp, lockTotp, useRecoveryCode } from './second-factor-queries.ts'

/** The passkey follows a password, so user presence suffices; verification is not required. */
const factorOf = (userId: string) => ({ purpose: `passkey second factor ${userId}`, alone: false, userId })

type SignInDeps = Pick<Deps, 'config' | 'db' | 'jobs'>
type User = Parameters<typeof startSession>[2]

/**
 * Continues after a correct password or provider token. For members with a second factor, throws auth.secondFactorRequired with a
 * `challenge` for `passSecondFactor` and, if there is a passkey, its options. Otherwise starts a session and throws the errors of
 * `startSession`.
 * @param ticketHash as in `startSession`
 */
export async function finishSignIn(
  deps: SignInDeps,
  viewer: Viewer,
  user: User,
  ticketHash?: string,
): Promise<SignedIn['data']> {
  const totp = (await findTotp(deps.db, user.id))?.isConfirmed ?? false
  if (!totp && !(await hasPasskeyFactor(deps.db, user.id))) return startSession(deps, viewer, user, ticketHash)
  const passkeys = relyingParty(deps.config) ? await findPasskeys(deps.db, user.id) : []
  const challenge = await signChallenge(deps.config.authSecret, user, ticketHash)
  const methods = [...(passkeys.length > 0 ? ['passkey'] : []), ...(totp ? ['totp'] : []), 'recoveryCode']
  const passkey = passkeys.length > 0 ? { passkey: passkeyOptions(deps, factorOf(user.id), passkeys) } : {}
  throw new AppError('auth.secondFactorRequired', { fields: { challenge, methods, ...passkey } })
}

/**
 * Signs in with an authenticator code, a recovery code or a passkey. Each code works only once. A challenge too works only once,
 * and ends with a change of the password or the end of all sessions. Throws auth.challengeInvalid, auth.secondFactorInvalid,
 * auth.tooManyRequests after too many wrong codes, and the errors of `startSession`.
 */
export async function passSecondFactor(
  deps: SignInDeps,
  viewer: Viewer,
  input: SecondFactorInput,
): Promise<SignedIn['data']> {
  const challenge = await verifyChallenge(deps.config.authSecret, input.challenge)
  const user = challenge ? await findUser(deps.db, challenge.userId) : undefined
  if (!challenge || !user || user.sign_in_epoch !== challenge.epoch) throw new AppError('auth.challengeInvalid')
  const source = { account: `second factor ${user.id}`, address: viewer.address }
  const guessed = { account: source.account, purpose: 'second-factor' } as const
  await beginAttempt(deps, source)
  await beginGuess(deps, viewer.address, guessed)
  const { recoveryCode } = input
  const recoveryHash = recoveryCode === undefined ? undefined : await hashTypedCode(deps, user.id, recoveryCode)
  const isRight = await withTransaction(deps.db, async (tx) => {
    if (!(await checkSecondFactor(deps, tx, viewer, user, { ...input, recoveryHash }))) return false
    if (!(await useOnce(tx, challenge.id, challenge.expiresAt))) throw new AppError('auth.challengeInvalid')
    await endAttempt(deps, tx, source)
    await endGuess(deps, tx, viewer.address, guessed)
    return true
  })
  if (!isRight) {
    await recordRefusal(deps, { event: 'second-factor-failed', userId: user.id, from: viewer })
    throw new AppError('auth.secondFactorInvalid')
  }
  return startSession(deps, viewer, user, challenge.ticketHash)
}

async function checkSecondFactor(
  deps: SignInDeps,
  tx: Tx,
  viewer: Viewer,
  user: User,
  { code, recoveryHash, passkey }: SecondFactorInput & { recoveryHash: string | undefined },
): Promise<boolean> {
  const secret = deps.config.authSecret
  const totp = await lockTotp(tx, user.id)
  if (!totp?.isConfirmed && !(await hasPasskeyFactor(tx, user.id))) return false
  if (passkey) {
    const found = relyingParty(deps.config)
      ? await verifyPasskeyResponse(deps, tx, factorOf(user.id), passkey)
      : 'wrong'
    return typeof found !== 'string'
  }
  if (code !== undefined) {
    if (!totp?.isConfirmed) return false
    const step = stepOf(decryptSecret(secret, user.id, totp.secret), code, totp.lastStep, Date.now())
    if (step === null) return false
    await acceptStep(tx, user.id, step)
    return true
  }
  if (recoveryHash === undefined || !(await useRecoveryCode(tx, user.id, recoveryHash))) return false
  await announceChange(deps, tx, viewer, user, { event: 'recovery-code-used', mail: 'recoveryCodeUsed' })
  return true
}
