import { NOTIFICATION_STREAM_SECONDS } from '#contract/limits.ts'
import type { Deps } from '#server/platform/deps.ts'
import { isServiceDown } from '#server/platform/unavailable.ts'
import type { Member } from '#server/platform/viewer.ts'
import { countUnread } from './list-notifications.ts'

/** Interval for rereading without a change, in case a change was missed. */
const REREAD_AFTER_MS = 60_000
const RETRY_AFTER_MS = 1000

/**
 * Yields the number of unread notifications, first immediately and then after each change, until `signal`. Ends after ten
 * minutes; the client reconnects, and its token is checked again.
 */
export async function* watchNotifications(
  deps: Pick<Deps, 'db' | 'bus'>,
  viewer: Member,
  signal: AbortSignal,
): AsyncGenerator<number> {
  const until = Date.now() + NOTIFICATION_STREAM_SECONDS * 1000
  const changes = deps.bus.watch('notified', viewer.userId)
  try {
    while (!signal.aborted && Date.now() < until) {
      const count = await countUnread(deps, viewer).catch((error: unknown) => {
        if (isServiceDown(error)) return undefined
        throw error
      })
      if (count !== undefined) yield count
      await changes.next(count === undefined ? RETRY_AFTER_MS : Math.min(REREAD_AFTER_MS, until - Date.now()), signal)
    }
  } finally {
    changes.close()
  }
}
