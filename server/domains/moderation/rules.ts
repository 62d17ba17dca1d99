import { createHmac } from 'node:crypto'
import { networkOf } from '#server/platform/network-of.ts'
import type { Viewer } from '#server/platform/viewer.ts'

/**
 * Returns the key of a reporter, so that multiple reports of a meme by one person count once. For members it is a keyed hash of
 * the id, for visitors a keyed hash of the network address, with a key that changes daily. Neither identifies the person.
 */
export function reporterKey(secret: string, viewer: Viewer, now: Date): string {
  const who =
    viewer.kind === 'member'
      ? `member ${viewer.userId}`
      : `visitor ${now.toISOString().slice(0, 10)} ${networkOf(viewer.address)}`
  return createHmac('sha256', secret).update(`report ${who}`).digest('base64url')
}

/** Placeholder in the log for a permanently deleted target. */
export const DELETED_MEMBER_ID = '00000000-0000-0000-0000-000000000000'

/** Race window: within this time of another moderator's decision about a meme, the next moderator has not seen it. */
export const DECISION_RACE_MS = 3000
