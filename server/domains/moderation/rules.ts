import { createHmac } from 'node:crypto'
import { networkOf } from '#server/platform/network-of.ts'
import type { Viewer } from '#server/platform/viewer.ts'

/**
 * Key of a reporter, so that one person's reports of a meme count once: a keyed hash of the member's id, or for visitors of the
 * network address with a key that changes daily. Neither identifies the person.
 */
export function reporterKey(secret: string, viewer: Viewer, now: Date): string {
  const who =
    viewer.kind === 'member'
      ? `member ${viewer.userId}`
      : `visitor ${now.toISOString().slice(0, 10)} ${networkOf(viewer.address)}`
  return createHmac('sha256', secret).update(`report ${who}`).digest('base64url')
}

/** Placeholder in the log for a permanently deleted target. */
export const FORGOTTEN_ID = '00000000-0000-0000-0000-000000000000'

/** Within this time of another moderator's decision about a meme, the next one has not seen it. */
export const DECISION_RACE_MS = 3000
