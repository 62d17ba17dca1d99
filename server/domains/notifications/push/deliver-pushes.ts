import PQueue from 'p-queue'
import type { Language } from '#contract/languages.ts'
import { sendPush } from '#server/domains/notifications/push/send-push.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { allowing } from '#server/platform/links/fetch-allowlist.ts'
import { readSettings } from '../../settings/read-settings.ts'
import { findNotificationsById, type NotificationRow } from '../queries.ts'
import { pathOf, textOf } from '../texts.ts'
import { readPushKeys } from './push-keys.ts'
import { claimDue, deleteSubscription, findSubscriptions, recordResult } from './queries.ts'

export type PushDeps = Pick<Deps, 'config' | 'db' | 'log'>

const BATCH = 100
const BATCHES_MAX = 100
/**
 * Maximum concurrent pushes. Push services are sometimes slow, and members choose them; a hanging one must not delay many others.
 */
const CONCURRENCY = 8

/** The content that a browser shows. The push service cannot read it, and it contains nothing that the bell would not show. */
export interface PushMessage {
  title: string
  body: string
  /** A new push with the same tag replaces the earlier one. */
  tag: string
  path: string
}

/** Sends due notifications, each at most once to each browser, since the bell shows it anyway. */
export async function deliverPushes(
  deps: PushDeps,
  { signal, timeLimitMs }: { signal: AbortSignal; timeLimitMs?: number },
): Promise<void> {
  const keys = await readPushKeys(deps)
  if (!keys) return
  const { siteName, contactEmail } = await readSettings(deps.db)
  const contact = `mailto:${contactEmail || deps.config.contactEmail}`
  const isAllowed = allowing(deps.config.linkFetchAllowlist)
  const sending = { keys, contact, isAllowed, ...(timeLimitMs === undefined ? {} : { timeLimitMs }) }
  for (let batch = 0; batch < BATCHES_MAX && !signal.aborted; batch += 1) {
    const ids = await withTransaction(deps.db, (tx) => claimDue(tx, BATCH))
    if (ids.length === 0) return
    const rows = await findNotificationsById(deps.db, ids)
    const targets = await findSubscriptions(deps.db, [...new Set(rows.map(({ user_id }) => user_id))])
    const queue = new PQueue({ concurrency: CONCURRENCY })
    for (const row of rows)
      for (const target of targets.filter(({ user_id }) => user_id === row.user_id))
        void queue
          .add(async () => {
            const payload = JSON.stringify(messageOf(row, siteName))
            const result = await sendPush(target, payload, sending)
            if (result === 'gone') await deleteSubscription(deps.db, target.id)
            else await withTransaction(deps.db, (tx) => recordResult(tx, target.id, result === 'failed'))
          })
          .catch((error: unknown) => deps.log.warn({ err: error }, 'could not push a notification'))
    await queue.onIdle()
  }
}

const messageOf = (row: NotificationRow & { language: Language }, siteName: string): PushMessage => ({
  title: siteName,
  body: textOf(row, row.language),
  tag: row.id,
  path: pathOf(row),
})
