import { createHmac } from 'node:crypto'
import { networkOf } from './network-of.ts'
import type { Viewer } from './viewer.ts'

/** Returns a viewer's key: a member's id, or for visitors a hash of address and user agent with a key that changes daily. */
export function viewerKey(secret: string, viewer: Viewer, now: Date): string {
  return viewer.kind === 'member' ? viewer.userId : dailyHash(secret, `${viewer.address} ${viewer.userAgent}`, now)
}

/** Returns a network's key: a hash with a key that changes daily. An IPv6 /64 counts as one network. */
export function addressKey(secret: string, viewer: Viewer, now: Date): string {
  return dailyHash(secret, networkOf(viewer.address), now)
}

/**
 * Returns the owner of a request's queue slots: the member, independent of the network, or a visitor's network. Used only in
 * memory.
 */
export const queueOwner = (viewer: Viewer): string =>
  viewer.kind === 'member' ? viewer.userId : networkOf(viewer.address)

function dailyHash(secret: string, text: string, now: Date): string {
  const salt = createHmac('sha256', secret)
    .update(`day ${now.toISOString().slice(0, 10)}`)
    .digest()
  return createHmac('sha256', salt).update(text).digest('base64url').slice(0, 24)
}
