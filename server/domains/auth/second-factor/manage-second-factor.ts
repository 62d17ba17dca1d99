import type { SecondFactor } from '#contract/auth/second-factor.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Member } from '#server/platform/viewer.ts'
import { recordSecurityEvent } from '../../security-log/record-event.ts'
import { getMe } from '../../users/get-user.ts'
import { announceChange } from '../credentials-changed.ts'
import { beginAttempt, endAttempt } from '../throttle/throttle.ts'
import { hasPasskeyFactor } from './passkey-factor-queries.ts'
import { createRecoveryCodes } from './recovery-codes.ts'
import { decryptSecret, encryptSecret, newSecret, stepOf, uriOf } from './rules.ts'
import {
  acceptStep,
  confirmTotpRow,
  countRecoveryCodes,
  deleteRecoveryCodes,
  deleteTotp,
  findTotp,
  lockTotp,
  putTotp,
  replaceRecoveryCodes,
} from './second-factor-queries.ts'

type OwnDeps = Pick<Deps, 'config' | 'db' | 'jobs'>

export async function readSecondFactor(deps: Pick<Deps, 'db'>, viewer: Member): Promise<SecondFactor> {
  const totp = await findTotp(deps.db, viewer.userId)
  const passkeys = await hasPasskeyFactor(deps.db, viewer.userId)
  return {
    totp: totp?.isConfirmed ?? false,
    passkeys,
    recoveryCodesLeft: await countRecoveryCodes(deps.db, viewer.userId),
  }
}

/** Creates a secret, replacing one that was never confirmed. Throws auth.secondFactorExists. */
export async function beginTotp(deps: OwnDeps, viewer: Member): Promise<{ secret: string; uri: string }> {
  const secret = newSecret()
  await withTransaction(deps.db, async (tx) => {
    if ((await lockTotp(tx, viewer.userId))?.isConfirmed) throw new AppError('auth.secondFactorExists')
    await putTotp(tx, viewer.userId, encryptSecret(deps.config.authSecret, viewer.userId, secret))
  })
  return { secret, uri: uriOf(secret, viewer.username) }
}

/**
 * Turns on the authenticator app with a first code. Returns the recovery codes. Throws auth.secondFactorExists,
 * auth.secondFactorInvalid, auth.tooManyRequests.
 */
export async function confirmTotp(deps: OwnDeps, viewer: Member, code: string): Promise<string[]> {
  const me = await getMe(deps, viewer)
  const source = { account: `second factor ${me.id}`, address: viewer.address }
  await beginAttempt(deps, source)
  // Check the code against the time of the request, however long hashing takes.
  const now = Date.now()
  const recovery = await createRecoveryCodes()
  return withTransaction(deps.db, async (tx) => {
    const totp = await lockTotp(tx, me.id)
    if (totp?.isConfirmed) throw new AppError('auth.secondFactorExists')
    const secret = totp && decryptSecret(deps.config.authSecret, me.id, totp.secret)
    const step = secret ? stepOf(secret, code, totp.lastStep, now) : null
    if (step === null) throw new AppError('auth.secondFactorInvalid')
    await acceptStep(tx, me.id, step)
    await confirmTotpRow(tx, me.id)
    await endAttempt(deps, tx, source)
    await announceChange(deps, tx, viewer, me, { event: 'second-factor-added', mail: 'secondFactorAdded' })
    await replaceRecoveryCodes(tx, me.id, recovery.hashes)
    return recovery.codes
  })
}

/** Turns off the authenticator app. Does nothing if there is none. */
export async function removeTotp(deps: OwnDeps, viewer: Member): Promise<void> {
  const me = await getMe(deps, viewer)
  await withTransaction(deps.db, async (tx) => {
    if (!(await deleteTotp(tx, me.id))) return
    if (!(await hasPasskeyFactor(tx, me.id))) await deleteRecoveryCodes(tx, me.id)
    await announceChange(deps, tx, viewer, me, { event: 'second-factor-removed', mail: 'secondFactorRemoved' })
  })
}

/** Replaces the recovery codes. Throws auth.secondFactorMissing. */
export async function renewRecoveryCodes(deps: OwnDeps, viewer: Member): Promise<string[]> {
  // Check for a second factor before the expensive hashing, which takes a quarter of a second.
  const { totp, passkeys } = await readSecondFactor(deps, viewer)
  if (!totp && !passkeys) throw new AppError('auth.secondFactorMissing')
  const recovery = await createRecoveryCodes()
  return withTransaction(deps.db, async (tx) => {
    const hasFactor = (await lockTotp(tx, viewer.userId))?.isConfirmed || (await hasPasskeyFactor(tx, viewer.userId))
    if (!hasFactor) throw new AppError('auth.secondFactorMissing')
    await recordSecurityEvent(deps, tx, { event: 'recovery-codes-made', userId: viewer.userId, from: viewer })
    await replaceRecoveryCodes(tx, viewer.userId, recovery.hashes)
    return recovery.codes
  })
}
