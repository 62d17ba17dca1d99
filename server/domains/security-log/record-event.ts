import type { SecurityEventName } from '#contract/auth/security-log.ts'
import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { deviceOf } from '#server/platform/describe-device.ts'
import { findSignIns, insertEvent } from './queries.ts'
import { addressKey, createEventGate, memberKey, networkKey } from './rules.ts'

/** Origin of a request; missing for actions of the operator or a job. */
export interface EventSource {
  address: string
  userAgent: string
}

export interface SecurityEventInput {
  event: SecurityEventName
  /** The subject: a member's id, or the address that was tried if it belongs to no member. */
  userId?: string | undefined
  email?: string | undefined
  from?: EventSource | undefined
  /** An error code or a role; never a name. */
  detail?: string
}

const isRecorded = createEventGate()

/** Adds an event to the security log in the transaction that the event describes. Stores identities as keyed hashes. */
export async function recordSecurityEvent(
  { config }: Pick<Deps, 'config'>,
  tx: Tx,
  { event, userId, email, from, detail = '' }: SecurityEventInput,
): Promise<void> {
  const secret = config.authSecret
  const subjectKey = userId ? memberKey(secret, userId) : email ? addressKey(secret, email) : null
  const source = from ? networkKey(secret, from.address) : null
  if (!isRecorded(event, `${subjectKey} ${source} ${detail}`, Date.now())) return
  await insertEvent(tx, { event, subjectKey, networkKey: source, device: deviceOf(from?.userAgent ?? ''), detail })
}

/** Records a refusal in a separate transaction, since a refusal has none. */
export async function recordRefusal(deps: Pick<Deps, 'config' | 'db'>, input: SecurityEventInput): Promise<void> {
  await withTransaction(deps.db, (tx) => recordSecurityEvent(deps, tx, input))
}

/** Returns true if a member signs in from this device and network for the first time, after signing in from others. */
export async function isNewSource(
  { config }: Pick<Deps, 'config'>,
  tx: Tx,
  userId: string,
  from: EventSource,
): Promise<boolean> {
  const signIns = await findSignIns(tx, {
    subjectKey: memberKey(config.authSecret, userId),
    networkKey: networkKey(config.authSecret, from.address),
    device: deviceOf(from.userAgent),
  })
  return signIns.any && !signIns.alike
}
