import { FRESH_PROOF_SECONDS } from '#contract/limits.ts'
import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Member, Viewer } from '#server/platform/viewer.ts'
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
type Owner = Pick<Awaited<ReturnType<typeof getMe>>, 'id' | 'email' | 'username' | 'password_hash' | 'content_language'>
export interface Proof {
  password?: string | undefined
  code?: string | undefined
}

/** Returns true if the member proved their identity within the last ten minutes, by signing in or otherwise. */
export function hasFreshProof(viewer: Member): boolean {
  return Date.now() - viewer.confirmedAt.getTime() < FRESH_PROOF_SECONDS * 1000
}

/**
 * Protects actions that a forgotten or stolen session must not perform. Throws auth.confirmFirst without a fresh proof. Its field
 * `method` names the kind of proof: `password`, `code` (mailed by this call, with `requiresCode` and the times of a code), or
 * `signIn` for members with neither password nor address.
 */
export async function requireFreshProof(deps: ProofDeps, viewer: Member): Promise<void> {
  if (hasFreshProof(viewer)) return
  throw await proofRequired(deps, await getMe(deps, viewer))
}

/**
 * Confirms the member's identity by password, or by the mailed code if there is no password. Throws auth.confirmFirst without
 * either, and the errors of `checkProof`.
 */
export async function confirmIdentity(deps: ProofDeps, viewer: Member, proof: Proof): Promise<void> {
  const me = await getMe(deps, viewer)
  const isProven = await checkProof(deps, viewer, me, proof, async (tx) => {
    await confirmSession(tx, viewer.sessionId)
    await recordSecurityEvent(deps, tx, { event: 'confirmed', userId: me.id, from: viewer })
  })
  if (!isProven) throw await proofRequired(deps, me)
}

/**
 * Checks a password, or the mailed code of a member without a password, and calls `whenRight` in the transaction that uses it up.
 * Returns false if neither was given. Throws auth.wrongPassword, auth.passwordNotSet, auth.tooManyRequests, and the errors of
 * checking a code.
 */
export async function checkProof(
  deps: ProofDeps,
  viewer: Viewer,
  me: Owner,
  proof: Proof,
  whenRight: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  const { password, code } = proof
  if (password !== undefined) await checkPassword(deps, viewer, me, password, whenRight)
  else if (code !== undefined && !me.password_hash && me.email)
    await checkMailedCode(deps, viewer, { ...me, email: me.email }, code, whenRight)
  else return false
  return true
}

async function checkPassword(
  deps: ProofDeps,
  viewer: Viewer,
  me: Owner,
  password: string,
  whenRight: (tx: Tx) => Promise<void>,
): Promise<void> {
  if (!me.password_hash) throw new AppError('auth.passwordNotSet')
  const source = { account: me.email ?? me.id, address: viewer.address }
  await beginAttempt(deps, source)
  if (!(await verifyPassword(me.password_hash, password))) {
    await recordRefusal(deps, { event: 'confirm-failed', userId: me.id, from: viewer })
    throw new AppError('auth.wrongPassword')
  }
  await withTransaction(deps.db, async (tx) => {
    await endAttempt(deps, tx, source)
    await whenRight(tx)
  })
}

async function checkMailedCode(
  deps: ProofDeps,
  viewer: Viewer,
  me: Owner & { email: string },
  code: string,
  whenRight: (tx: Tx) => Promise<void>,
): Promise<void> {
  const guessed = { account: me.email, purpose: 'confirm-change' } as const
  await beginGuess(deps, viewer.address, guessed)
  const client = networkKey(deps.config.authSecret, viewer.address)
  const failure = await withTransaction(deps.db, async (tx) => {
    const checked = await checkCode(deps, tx, { ...codeOf(me), code, client })
    if (!checked.right) return checked.error
    await endGuess(deps, tx, viewer.address, guessed)
    await consumeCodes(tx, me.email, 'confirm-change')
    await whenRight(tx)
    return null
  })
  if (failure) {
    await recordFailedCode(deps, viewer, me.email, failure)
    throw failure
  }
}

const codeOf = (me: Owner & { email: string }) => ({
  email: me.email,
  purpose: 'confirm-change' as const,
  slot: me.id,
})

/**
 * Returns an error that asks for a proof: auth.confirmFirst, or auth.linkRequired for an account that a provider's identity is to
 * be linked to. For members without a password, mails a code unless one was just sent.
 */
export async function proofRequired(
  deps: ProofDeps,
  me: Owner,
  code: 'auth.confirmFirst' | 'auth.linkRequired' = 'auth.confirmFirst',
  params: Record<string, string> = {},
): Promise<AppError> {
  if (me.password_hash) return new AppError(code, { params, fields: { ...params, method: 'password' } })
  const { email } = me
  if (!email) return new AppError(code, { fields: { method: 'signIn' } })
  const times = await withTransaction(deps.db, (tx: Tx) =>
    sendCode(deps, tx, {
      ...codeOf({ ...me, email }),
      language: me.content_language,
      username: me.username,
      send: 'code',
    }),
  )
  const fields = { ...params, method: 'code', requiresCode: true, email, ...presentCodeTimes(times) }
  return new AppError(code, { params, fields })
}
