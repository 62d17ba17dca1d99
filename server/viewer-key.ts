import { createHmac } from 'node:crypto'
import { networkOf } from './network-of.ts'
import type { Viewer } from './viewer.ts'

/** Who did it: a member's id, or for a visitor a hash of address and agent whose key changes every day. */
export function viewerKey(secret: string, viewer: Viewer, now: Date): string {
  return viewer.kind === 'member' ? viewer.userId : dailyHash(secret, `${viewer.address} ${viewer.userAgent}`, now)
}

/** Where it came from: a hash whose key changes every day. One household's IPv6 addresses, a /64, count as one. */
export function addressKey(secret: string, viewer: Viewer, now: Date): string {
  return dailyHash(secret, networkOf(viewer.address), now)
}

function dailyHash(secret: string, text: string, now: Date): string {
  const salt = createHmac('sha256', secret)
    .update(`day ${now.toISOString().slice(0, 10)}`)
    .digest()
  return createHmac('sha256', salt).update(text).digest('base64url').slice(0, 24)
}
