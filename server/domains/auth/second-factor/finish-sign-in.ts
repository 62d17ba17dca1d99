import type { SignedIn } from '#contract/auth.ts'
import type { SecondFactorInput } from '#contract/second-factor.ts'
import { type Tx, withTransaction } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Viewer } from '#server/viewer.ts'
import { recordRefusal } from '../../security-log/record-event.ts'
import { findUser } from '../../users/accounts.ts'
import { announceChange } from '../credentials-changed.ts'
import { startSession } from '../sessions/start-session.ts'
import { beginAttempt, endAttempt } from '../throttle/throttle.ts'
import { signChallenge, verifyChallenge } from './challenge.ts'
import { decryptSecret, hashRecoveryCode, stepOf } from './rules.ts'
import { acceptStep, findTotp, lockTotp, useRecoveryCode } from './second-factor-queries.ts'

type SignInDeps = Pick<Deps, 'config' | 'db' | 'jobs'>
type User = Parameters<typeof startSession>[2]

/**
 * After a correct password or a provider's token. Throws auth.secondFactorRequired, with a `challenge` for
 * `passSecondFactor`, for members who turned a second factor on; else as `startSession`.
 */
export async function finishSignIn(deps: SignInDeps, viewer: Viewer, user: User): Promise<SignedIn['data']> {
  const totp = await findTotp(deps.db, user.id)
  if (!totp?.isConfirmed) return startSession(deps, viewer, user)
  const challenge = await signChallenge(deps.config.authSecret, user.id)
  throw new AppError('auth.secondFactorRequired', { fields: { challenge, methods: ['totp', 'recoveryCode'] } })
}

/**
 * Signs in with a code of the authenticator app or a recovery code, each of which counts once. Throws auth.challengeInvalid,
 * auth.secondFactorInvalid, auth.tooManyRequests after too many wrong codes, and as `startSession`.
 */
export async function passSecondFactor(
  deps: SignInDeps,
  viewer: Viewer,
  input: SecondFactorInput,
): Promise<SignedIn['data']> {
  const userId = await verifyChallenge(deps.config.authSecret, input.challenge)
  const user = userId ? await findUser(deps.db, userId) : undefined
  if (!user) throw new AppError('auth.challengeInvalid')
  const source = { account: `second factor ${user.id}`, address: viewer.address }
  await beginAttempt(deps, source)
  const isRight = await withTransaction(deps.db, async (tx) => {
    if (!(await checkSecondFactor(deps, tx, viewer, user, input))) return false
    await endAttempt(deps, tx, source)
    return true
  })
  if (!isRight) {
    await recordRefusal(deps, { event: 'second-factor-failed', userId: user.id, from: viewer })
    throw new AppError('auth.secondFactorInvalid')
  }
  return startSession(deps, viewer, user)
}

async function checkSecondFactor(
  deps: SignInDeps,
  tx: Tx,
  viewer: Viewer,
  user: User,
  { code, recoveryCode }: SecondFactorInput,
): Promise<boolean> {
  const secret = deps.config.authSecret
  const totp = await lockTotp(tx, user.id)
  if (!totp?.isConfirmed) return false
  if (code !== undefined) {
    const step = stepOf(decryptSecret(secret, user.id, totp.secret), code, totp.lastStep, Date.now())
    if (step === null) return false
    await acceptStep(tx, user.id, step)
    return true
  }
  if (!(await useRecoveryCode(tx, user.id, hashRecoveryCode(secret, user.id, recoveryCode ?? '')))) return false
  await announceChange(deps, tx, viewer, user, { event: 'recovery-code-used', mail: 'recoveryCodeUsed' })
  return true
}
