import type { ChangeEmailInput } from '#contract/auth.ts'
import { EMAIL_CHANGES_PER_HOUR } from '#contract/limits.ts'
import { type Tx, withTransaction } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Member } from '#server/viewer.ts'
import { findUserByEmail } from '../../users/accounts.ts'
import { getMe } from '../../users/get-user.ts'
import { checkCode } from '../codes/check-code.ts'
import { consumeCodes, listCodes, lockAddress } from '../codes/code-queries.ts'
import { addressTakenMail } from '../codes/mails.ts'
import { presentCodeTimes } from '../codes/present-code-times.ts'
import { type CodeTimes, sendCode } from '../codes/send-code.ts'
import { verifyPassword } from '../passwords/passwords.ts'
import { throttleKey } from '../rules.ts'
import { beginAttempt, endAttempt, networkKey, tooSoon } from '../throttle/throttle.ts'
import { blockUntil, countAttempt } from '../throttle/throttle-queries.ts'
import { findEmailChange, putEmailChange } from './email-change-queries.ts'

type ChangeDeps = Pick<Deps, 'config' | 'db' | 'jobs'>
type Me = Awaited<ReturnType<typeof getMe>>

const HOUR_SECONDS = 3600

/**
 * Sends a code to the new address; entering it makes the change. If the address belongs to a member, the response is the same
 * and a notice is sent there. Throws auth.confirmFirst without the password or, if there is none, without the code sent to the
 * current address; auth.wrongPassword, auth.emailUnchanged, auth.tooManyRequests, and the errors of checking a code.
 */
export async function changeEmail(deps: ChangeDeps, viewer: Member, input: ChangeEmailInput): Promise<CodeTimes> {
  const me = await getMe(deps, viewer)
  const { email } = input
  if (email === me.email) throw new AppError('auth.emailUnchanged')
  // A repeated request for a new code: a confirmation from the last hour is still valid for the same address.
  const isResend = (await findEmailChange(deps.db, me.id, HOUR_SECONDS)) === email
  if (!isResend) await proveOwner(deps, viewer, me, input)
  return withTransaction(deps.db, async (tx) => {
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

/** Confirms by password, or by a code to the current address if there is no password; with neither, the session is enough. */
async function proveOwner(deps: ChangeDeps, viewer: Member, me: Me, { password, code }: ChangeEmailInput) {
  if (me.password_hash) {
    if (password === undefined) throw new AppError('auth.confirmFirst')
    const place = { account: me.email ?? me.id, address: viewer.address }
    await beginAttempt(deps, place)
    if (!(await verifyPassword(me.password_hash, password))) throw new AppError('auth.wrongPassword')
    await withTransaction(deps.db, (tx) => endAttempt(deps, tx, place))
    return
  }
  if (!me.email) return
  const present = { email: me.email, purpose: 'confirm-change' as const, slot: me.id }
  const failure = await withTransaction(deps.db, async (tx) => {
    if (code === undefined) {
      const times = await sendCode(deps, tx, {
        ...present,
        language: me.content_language,
        username: me.username,
        send: 'code',
      })
      return new AppError('auth.confirmFirst', { fields: { requiresCode: true, ...presentCodeTimes(times) } })
    }
    const client = networkKey(deps.config.authSecret, viewer.address)
    const checked = await checkCode(deps, tx, { ...present, code, client })
    if (!checked.right) return checked.error
    await consumeCodes(tx, present.email, present.purpose)
    return null
  })
  if (failure) throw failure
}

/** Limits what one member sends, and what all members send to one address. */
async function checkRates(deps: Pick<Deps, 'config'>, tx: Tx, me: Me, email: string): Promise<void> {
  const others = (await listCodes(tx, email, 'change-email')).filter(({ slot }) => slot !== me.id)
  if (others.length >= EMAIL_CHANGES_PER_HOUR) throw tooSoon(new Date(Date.now() + HOUR_SECONDS * 1000))
  const key = throttleKey(deps.config.authSecret, 'change-email', me.id)
  const { failures, blockedUntil } = await countAttempt(tx, key, HOUR_SECONDS)
  if (blockedUntil) throw tooSoon(blockedUntil)
  if (failures >= EMAIL_CHANGES_PER_HOUR) await blockUntil(tx, key, new Date(Date.now() + HOUR_SECONDS * 1000))
}
