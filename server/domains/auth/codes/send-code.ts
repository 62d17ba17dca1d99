import type { Tx } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { enqueueMail } from '../../mail/enqueue-mail.ts'
import type { QueuedMail } from '../../mail/jobs.ts'
import { codeTimes, drawCode, hashCode } from '../rules.ts'
import { listCodes, lockAddress, putCode } from './code-queries.ts'
import { type CodeMail, codeMail } from './mails.ts'

/** Someone is waiting for a code, so it goes before other emails. */
const CODE_PRIORITY = 1

export interface CodeTimes {
  expiresAt: Date
  canResendAt: Date
}

export interface CodeOrder extends CodeMail {
  /** A new code replaces the previous one in its slot. */
  slot: string
  /**
   * What to send: the code; a notice instead, if the address is a member's; or nothing, if it is unknown. The work is the same,
   * including queueing.
   */
  send: 'code' | 'nothing' | QueuedMail
  /** Sends whatever was sent before, as a registration does. */
  always?: boolean
  /** Only codes of the same slot cause a delay. */
  ownWait?: boolean
}

/**
 * Creates a code and emails it, unless the last one for the address is within its resend delay: then returns its times and
 * sends nothing.
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
  if (typeof order.send === 'object') await enqueueMail(deps, tx, order.send, { key: `notice ${email}` })
  else
    await enqueueMail(deps, tx, order.send === 'code' ? mail : { ...mail, undelivered: true }, {
      priority: CODE_PRIORITY,
    })
  return times
}
