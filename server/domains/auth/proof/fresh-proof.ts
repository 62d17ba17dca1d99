import { FRESH_PROOF_SECONDS } from '#contract/limits.ts'
import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Member } from '#server/platform/viewer.ts'
import { recordRefusal, recordSecurityEvent } from '../../security-log/record-event.ts'
import { getMe } from '../../users/get-user.ts'
import { checkCode } from '../codes/check-code.ts'
import { consumeCodes } from '../codes/code-queries.ts'
import { presentCodeTimes } from '../codes/present-code-times.ts'
import { recordFailedCode } from '../codes/record-failed-code.ts'
import { sendCode } from '../codes/send-code.ts'
import { verifyPassword } from '../passwords/passwords.ts'
import { beginAttempt, beginGuess, endAttempt, endGuess, networkKey } from '../throttle/throttle.ts'
import { confirmSession } from './proof-queries.ts'

type ProofDeps = Pick<Deps, 'config' | 'db' | 'jobs'>
type Me = Awaited<ReturnType<typeof getMe>>
export interface Proof {
  password?: string | undefined
  code?: string | undefined
}

/** Whether the member proved their identity within the last ten minutes, by signing in or otherwise. */
export function hasFreshProof(viewer: Member): boolean {
  return Date.now() - viewer.confirmedAt.getTime() < FRESH_PROOF_SECONDS * 1000
}

/**
 * Protects actions that a forgotten or stolen session must not perform. Throws auth.confirmFirst without a fresh proof. Its field
 * `method` says how to give one: `password`, `code` (mailed by this call, with `requiresCode` and the times of a code), or
 * `signIn` for members with neither password nor address.
 */
export async function requireFreshProof(deps: ProofDeps, viewer: Member): Promise<void> {
  if (hasFreshProof(viewer)) return
  throw await askForProof(deps, await getMe(deps, viewer))
}

/**
 * Confirms the member's identity by password, or by the mailed code if there is no password. Throws auth.confirmFirst without
 * either, auth.wrongPassword, auth.passwordNotSet, auth.tooManyRequests, and the errors of checking a code.
 */
export async function confirmIdentity(deps: ProofDeps, viewer: Member, proof: Proof): Promise<void> {
  const me = await getMe(deps, viewer)
  if (proof.password !== undefined) return confirmByPassword(deps, viewer, me, proof.password)
  if (proof.code !== undefined && !me.password_hash && me.email)
    return confirmByCode(deps, viewer, { ...me, email: me.email }, proof.code)
  throw await askForProof(deps, me)
}

async function confirmByPassword(deps: ProofDeps, viewer: Member, me: Me, password: string): Promise<void> {
  if (!me.password_hash) throw new AppError('auth.passwordNotSet')
  const source = { account: me.email ?? me.id, address: viewer.address }
  await beginAttempt(deps, source)
  if (!(await verifyPassword(me.password_hash, password))) {
    await recordRefusal(deps, { event: 'confirm-failed', userId: me.id, from: viewer })
    throw new AppError('auth.wrongPassword')
  }
  await withTransaction(deps.db, async (tx) => {
    await endAttempt(deps, tx, source)
    await confirmSession(tx, viewer.sessionId)
    await recordSecurityEvent(deps, tx, { event: 'confirmed', userId: me.id, from: viewer })
  })
}

async function confirmByCode(deps: ProofDeps, viewer: Member, me: Me & { email: string }, code: string): Promise<void> {
  const guessed = { account: me.email, purpose: 'confirm-change' } as const
  await beginGuess(deps, viewer.address, guessed)
  const client = networkKey(deps.config.authSecret, viewer.address)
  const failure = await withTransaction(deps.db, async (tx) => {
    const checked = await checkCode(deps, tx, { ...codeOf(me), code, client })
    if (!checked.right) return checked.error
    await endGuess(deps, tx, viewer.address, guessed)
    await consumeCodes(tx, me.email, 'confirm-change')
    await confirmSession(tx, viewer.sessionId)
    await recordSecurityEvent(deps, tx, { event: 'confirmed', userId: me.id, from: viewer })
    return null
  })
  if (failure) {
    await recordFailedCode(deps, viewer, me.email, failure)
    throw failure
  }
}

const codeOf = (me: Me & { email: string }) => ({ email: me.email, purpose: 'confirm-change' as const, slot: me.id })

/** Returns the auth.confirmFirst error. For members without a password, mails a code unless one was just sent. */
async function askForProof(deps: ProofDeps, me: Me): Promise<AppError> {
  if (me.password_hash) return new AppError('auth.confirmFirst', { fields: { method: 'password' } })
  const { email } = me
  if (!email) return new AppError('auth.confirmFirst', { fields: { method: 'signIn' } })
  const times = await withTransaction(deps.db, (tx: Tx) =>
    sendCode(deps, tx, {
      ...codeOf({ ...me, email }),
      language: me.content_language,
      username: me.username,
      send: 'code',
    }),
  )
  const fields = { method: 'code', requiresCode: true, email, ...presentCodeTimes(times) }
  return new AppError('auth.confirmFirst', { fields })
}
