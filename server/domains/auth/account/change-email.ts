import type { ChangeEmailInput } from '#contract/auth/auth.ts'
import { EMAIL_CHANGES_PER_HOUR } from '#contract/limits.ts'
import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Member } from '#server/platform/viewer.ts'
import { readSettings } from '../../settings/read-settings.ts'
import { findUserByEmail } from '../../users/accounts.ts'
import { getMe } from '../../users/get-user.ts'
import { listCodes, lockAddress } from '../codes/code-queries.ts'
import { addressTakenMail } from '../codes/mails.ts'
import { type CodeTimes, sendCode } from '../codes/send-code.ts'
import { confirmIdentity, requireFreshProof } from '../proof/fresh-proof.ts'
import { requireAllowedDomain } from '../registration/may-register.ts'
import { throttleKey } from '../throttle/rules.ts'
import { tooSoon } from '../throttle/throttle.ts'
import { blockFor, countAttempt } from '../throttle/throttle-queries.ts'
import { findEmailChange, putEmailChange } from './email-change-queries.ts'

type ChangeDeps = Pick<Deps, 'config' | 'db' | 'jobs'>
type Me = Awaited<ReturnType<typeof getMe>>

const HOUR_SECONDS = 3600

/**
 * Sends a code to the new address; `verifyEmailChange` then makes the change. If the address belongs to a member, the response is
 * the same, and that address gets a notice instead. Throws auth.confirmFirst without a fresh proof, password or code,
 * auth.emailUnchanged, auth.mailDomainNotAllowed, auth.tooManyRequests, and the errors of `confirmIdentity`.
 */
export async function changeEmail(deps: ChangeDeps, viewer: Member, input: ChangeEmailInput): Promise<CodeTimes> {
  const me = await getMe(deps, viewer)
  const { email } = input
  if (email === me.email) throw new AppError('auth.emailUnchanged')
  // Resending needs no new proof: a confirmation from the last hour is still valid for the same address.
  const isResend = (await findEmailChange(deps.db, me.id, HOUR_SECONDS)) === email
  if (!isResend) await confirmOwner(deps, viewer, input)
  return withTransaction(deps.db, async (tx) => {
    requireAllowedDomain((await readSettings(tx)).mailDomains, email)
    await lockAddress(tx, email)
    await checkRates(deps, tx, me, email)
    await putEmailChange(tx, me.id, email)
    const owner = await findUserByEmail(tx, email)
    return sendCode(deps, tx, {
      email,
      purpose: 'change-email',
      slot: me.id,
      ownWait: true,
      language: owner?.content_language ?? me.content_language,
      username: me.username,
      send: owner ? addressTakenMail(email, owner.content_language, deps.config.publicUrl) : 'code',
    })
  })
}

/** Checks the given password or code, or otherwise requires a fresh proof of the session. */
async function confirmOwner(deps: ChangeDeps, viewer: Member, { password, code }: ChangeEmailInput): Promise<void> {
  if (password === undefined && code === undefined) return requireFreshProof(deps, viewer)
  return confirmIdentity(deps, viewer, { password, code })
}

/** Limits the requests of one member, and those of all members for one address. */
async function checkRates(deps: Pick<Deps, 'config'>, tx: Tx, me: Me, email: string): Promise<void> {
  const others = (await listCodes(tx, email, 'change-email')).filter(({ slot }) => slot !== me.id)
  if (others.length >= EMAIL_CHANGES_PER_HOUR) throw tooSoon(new Date(Date.now() + HOUR_SECONDS * 1000))
  const key = throttleKey(deps.config.authSecret, 'change-email', me.id)
  const { failures, blockedUntil } = await countAttempt(tx, key, HOUR_SECONDS)
  if (blockedUntil) throw tooSoon(blockedUntil)
  if (failures >= EMAIL_CHANGES_PER_HOUR) await blockFor(tx, key, HOUR_SECONDS)
}
