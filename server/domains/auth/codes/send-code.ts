import type { Tx } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { enqueueMail } from '../../mail/enqueue-mail.ts'
import type { QueuedMail } from '../../mail/jobs.ts'
import { codeTimes, generateCode, hashCode } from '../rules.ts'
import { listCodes, lockAddress, putCode } from './code-queries.ts'
import { type CodeMail, codeMail } from './mails.ts'

/** Codes go before other emails, since a person is waiting for them. */
const CODE_PRIORITY = 1

export interface CodeTimes {
  expiresAt: Date
  canResendAt: Date
}

export interface CodeOrder extends CodeMail {
  /** A new code replaces the previous one in its slot. */
  slot: string
  /**
   * The mail to send: the code, a notice instead if the address belongs to a member, or nothing if it is unknown. All three do
   * the same work, including queueing.
   */
  send: 'code' | 'nothing' | QueuedMail
  /** Ignores the resend delay, as a registration does. */
  always?: boolean
  /** Applies only the resend delay of the same slot. */
  ownWait?: boolean
}

/**
 * Creates a code and emails it. Within the resend delay of the last code for the address, sends nothing and returns that code's
 * times.
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
  const code = generateCode()
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
