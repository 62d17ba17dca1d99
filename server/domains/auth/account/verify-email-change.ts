import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Member } from '#server/platform/viewer.ts'
import { enqueueMail } from '../../mail/enqueue-mail.ts'
import { recordSecurityEvent } from '../../security-log/record-event.ts'
import { findUserByEmail } from '../../users/accounts.ts'
import { replaceEmail } from '../../users/credentials.ts'
import { getMe } from '../../users/get-user.ts'
import { checkCode, wrongCode } from '../codes/check-code.ts'
import { consumeCodes, lockAddress } from '../codes/code-queries.ts'
import { emailChangedMails } from '../codes/mails.ts'
import { closePendingRegistrations } from '../registration/create-account.ts'
import { beginGuess, endGuess, networkKey, trustSource } from '../throttle/throttle.ts'
import { deleteEmailChange, findEmailChange } from './email-change-queries.ts'

const REQUESTED_WITHIN_SECONDS = 7200

/**
 * Changes the member's address with the code sent to it. Notifies both addresses. Throws auth.codeInvalid, auth.codeExpired,
 * auth.tooManyAttempts or auth.tooManyRequests.
 */
export async function verifyEmailChange(
  deps: Pick<Deps, 'config' | 'db' | 'jobs'>,
  viewer: Member,
  { code }: { code: string },
): Promise<{ email: string; verifiedAt: Date }> {
  const me = await getMe(deps, viewer)
  const email = await findEmailChange(deps.db, me.id, REQUESTED_WITHIN_SECONDS)
  // Without a requested address, count the guess for the member.
  const guessed = { account: email ?? me.id, purpose: 'change-email' } as const
  await beginGuess(deps, viewer.address, guessed)
  if (!email) throw wrongCode('auth.codeInvalid', 0)
  const verdict = await withTransaction(deps.db, async (tx) => {
    await lockAddress(tx, email)
    const client = networkKey(deps.config.authSecret, viewer.address)
    const checked = await checkCode(deps, tx, { email, purpose: 'change-email', code, client, slot: me.id })
    if (!checked.right) return checked.error
    if (await findUserByEmail(tx, email)) return wrongCode('auth.codeInvalid', 0)
    await endGuess(deps, tx, viewer.address, guessed)
    await closePendingRegistrations(deps, tx, email)
    await consumeCodes(tx, email, 'change-email')
    if (me.email) await consumeCodes(tx, me.email, 'reset-password')
    await replaceEmail(tx, me.id, email)
    await deleteEmailChange(tx, me.id)
    await recordSecurityEvent(deps, tx, { event: 'email-changed', userId: me.id, from: viewer })
    await trustSource(deps, tx, { account: email, address: viewer.address })
    const change = { username: me.username, oldEmail: me.email, newEmail: email, language: me.content_language }
    for (const mail of emailChangedMails(change, deps.config)) await enqueueMail(deps, tx, mail)
    return { email, verifiedAt: new Date() }
  })
  if (verdict instanceof AppError) throw verdict
  return verdict
}
