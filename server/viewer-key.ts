import { createHmac } from 'node:crypto'
import type { Viewer } from './viewer.ts'

/** Who did it: a member's id, or for a visitor a hash of address and agent whose key changes every day. */
export function viewerKey(secret: string, viewer: Viewer, now: Date): string {
  return viewer.kind === 'member' ? viewer.userId : dailyHash(secret, `${viewer.address} ${viewer.userAgent}`, now)
}

/** Where it came from: a hash whose key changes every day. One household's IPv6 addresses, a /64, count as one. */
export function addressKey(secret: string, viewer: Viewer, now: Date): string {
  return dailyHash(secret, networkOf(viewer.address), now)
}

/** An IPv4 address as it is, mapped ones too; the first four groups of an IPv6 address. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  if (!address.includes(':')) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const gap = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  return [...before, ...Array<string>(gap).fill('0'), ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

function dailyHash(secret: string, text: string, now: Date): string {
  const salt = createHmac('sha256', secret)
    .update(`day ${now.toISOString().slice(0, 10)}`)
    .digest()
  return createHmac('sha256', salt).update(text).digest('base64url').slice(0, 24)
}
