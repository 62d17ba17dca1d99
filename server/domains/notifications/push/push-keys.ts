import { newPushKeys, type PushKeys } from '#server/domains/notifications/push/send-push.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import { readValue, storeIfAbsent } from '#server/platform/db/stored-value-queries.ts'
import type { Deps } from '#server/platform/deps.ts'
import { readSettings } from '../../settings/read-settings.ts'

const KEY = 'push.keys'

/** Returns the site's keys, creating them on first use; null while Web Push is off. */
export async function readPushKeys({ db }: Pick<Deps, 'db'>): Promise<PushKeys | null> {
  if (!(await readSettings(db)).webPush) return null
  const stored =
    (await readValue(db, KEY)) ??
    (await withTransaction(db, (tx) => storeIfAbsent(tx, KEY, JSON.stringify(newPushKeys()))))
  return JSON.parse(stored) as PushKeys
}
