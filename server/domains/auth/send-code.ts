import type { Tx } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import type { Language } from '#server/viewer.ts'
import { sendMailJob } from './jobs.ts'
import { codeMail } from './mails.ts'
import { lockCode, replaceCode } from './queries.ts'
import { type CodePurpose, codeTimes, drawCode, hashCode } from './rules.ts'

/** Somebody sits and waits for a code; other mails that have gathered go after it. */
const CODE_PRIORITY = 1

export interface CodeTimes {
  expiresAt: Date
  canResendAt: Date
}

/**
 * Makes a fresh code and mails it, unless the last one was sent within its resend wait: then its times are answered and
 * nothing is sent. `deliver: false` does the same work, the queued order included, without a mail, for addresses that
 * belong to nobody.
 */
export async function sendCode(
  deps: Pick<Deps, 'config' | 'jobs'>,
  tx: Tx,
  order: { email: string; purpose: CodePurpose; language: Language; deliver: boolean },
): Promise<CodeTimes> {
  const now = new Date()
  const last = await lockCode(tx, order.email, order.purpose)
  if (last && last.can_resend_at > now && !last.consumed_at)
    return { expiresAt: last.expires_at, canResendAt: last.can_resend_at }
  const isChain = last !== undefined && !last.consumed_at && last.expires_at > now
  const sends = isChain ? last.sends + 1 : 1
  const times = codeTimes(now, sends)
  const code = drawCode()
  await replaceCode(tx, {
    email: order.email,
    purpose: order.purpose,
    codeHash: hashCode(deps.config.authSecret, order.email, order.purpose, code),
    sends,
    ...times,
  })
  const mail = { ...codeMail(order, code, deps.config.publicUrl), expiresAt: times.expiresAt.toISOString() }
  await deps.jobs.enqueue(tx, sendMailJob, order.deliver ? mail : { ...mail, undelivered: true }, {
    priority: CODE_PRIORITY,
  })
  return times
}
