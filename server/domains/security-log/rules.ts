import { createHmac } from 'node:crypto'
import type { SecurityEventName } from '#contract/auth/security-log.ts'
import { networkOf } from '#server/platform/network-of.ts'

const hash = (secret: string, text: string) =>
  createHmac('sha256', secret).update(`security ${text}`).digest('base64url')

/** Returns the keyed hash that stands for a member in the log. */
export const memberKey = (secret: string, userId: string): string => hash(secret, `member ${userId}`)
/** Returns the keyed hash of an address that was tried and belongs to no member. */
export const addressKey = (secret: string, email: string): string => hash(secret, `address ${email}`)
/** Returns the keyed hash of an IP address's network. */
export const networkKey = (secret: string, address: string): string => hash(secret, `network ${networkOf(address)}`)

/** Events that strangers can cause at will. The number recorded per minute is limited per subject and network, and in total. */
const BOUNDED: readonly SecurityEventName[] = [
  'sign-in-failed',
  'confirm-failed',
  'code-failed',
  'second-factor-failed',
  'refused',
  'rate-limited',
]
const PER_SOURCE = 20
const IN_ALL = 600
const MINUTE_MS = 60_000

/** Decides whether to record an event, so that a flood of failures cannot fill the disk. The counts reset each minute. */
export function createEventGate(): (event: SecurityEventName, source: string, nowMs: number) => boolean {
  let minute = 0
  let total = 0
  const counts = new Map<string, number>()
  return (event, source, nowMs) => {
    if (!BOUNDED.includes(event)) return true
    if (Math.floor(nowMs / MINUTE_MS) !== minute) {
      minute = Math.floor(nowMs / MINUTE_MS)
      total = 0
      counts.clear()
    }
    const key = `${event} ${source}`
    const count = (counts.get(key) ?? 0) + 1
    if (count > PER_SOURCE || total >= IN_ALL) return false
    counts.set(key, count)
    total += 1
    return true
  }
}
