import { createHmac } from 'node:crypto'
import { networkOf } from './network-of.ts'
import type { Viewer } from './viewer.ts'

/** Key of a viewer: a member's id, or for visitors a hash of address and user agent with a key that changes daily. */
export function viewerKey(secret: string, viewer: Viewer, now: Date): string {
  return viewer.kind === 'member' ? viewer.userId : dailyHash(secret, `${viewer.address} ${viewer.userAgent}`, now)
}

/** Key of a network: a hash with a key that changes daily. An IPv6 /64 counts as one network. */
export function addressKey(secret: string, viewer: Viewer, now: Date): string {
  return dailyHash(secret, networkOf(viewer.address), now)
}

/** Whose places in a queue a request takes: those of a member, wherever they are, or of a visitor's network. In memory only. */
export const queueOwner = (viewer: Viewer): string =>
  viewer.kind === 'member' ? viewer.userId : networkOf(viewer.address)

function dailyHash(secret: string, text: string, now: Date): string {
  const salt = createHmac('sha256', secret)
    .update(`day ${now.toISOString().slice(0, 10)}`)
    .digest()
  return createHmac('sha256', salt).update(text).digest('base64url').slice(0, 24)
}
