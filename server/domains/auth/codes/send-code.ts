import type { Tx } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import { type MailOrder, sendMailJob } from '../../mail/jobs.ts'
import { codeTimes, drawCode, hashCode } from '../rules.ts'
import { listCodes, lockAddress, putCode } from './code-queries.ts'
import { type CodeMail, codeMail } from './mails.ts'

/** Somebody sits and waits for a code; other mails that have gathered go after it. */
const CODE_PRIORITY = 1

export interface CodeTimes {
  expiresAt: Date
  canResendAt: Date
}

export interface CodeOrder extends CodeMail {
  /** A code voids the one before it in its slot. */
  slot: string
  /**
   * What goes to the address: the code; a notice in its stead, where the address is a member's; or nothing, where it is
   * nobody's. The work is the same, the queued order included.
   */
  send: 'code' | 'nothing' | MailOrder
  /** Sends whatever was sent before, as a registration does. */
  always?: boolean
  /** Only what was sent for the same slot makes this one wait. */
  ownWait?: boolean
}

/**
 * Makes a fresh code and mails it, unless the last one for the address was sent within its resend wait: then its times are
 * answered and nothing is sent.
 */
export async function sendCode(deps: Pick<Deps, 'config' | 'jobs'>, tx: Tx, order: CodeOrder): Promise<CodeTimes> {
  const { email, purpose, slot } = order
  await lockAddress(tx, email)
  const now = new Date()
  const [last] = order.always ? [] : await listCodes(tx, email, purpose, order.ownWait ? slot : undefined)
  if (last && last.can_resend_at > now && !last.consumed_at)
    return { expiresAt: last.expires_at, canResendAt: last.can_resend_at }
  const isChain = last !== undefined && !last.consumed_at && last.expires_at > now
  const sends = isChain ? last.sends + 1 : 1
  const times = codeTimes(now, sends)
  const code = drawCode()
  const codeHash = hashCode(deps.config.authSecret, email, purpose, code)
  await putCode(tx, { email, purpose, slot, codeHash, sends, ...times })
  const mail = { ...codeMail(order, code, deps.config.publicUrl), expiresAt: times.expiresAt.toISOString() }
  if (typeof order.send === 'object') await deps.jobs.enqueue(tx, sendMailJob, order.send, { key: `notice ${email}` })
  else
    await deps.jobs.enqueue(tx, sendMailJob, order.send === 'code' ? mail : { ...mail, undelivered: true }, {
      priority: CODE_PRIORITY,
    })
  return times
}
