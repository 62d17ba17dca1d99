import type { Db, Tx } from '#server/platform/db/db.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { storeValue } from '#server/platform/db/stored-value-queries.ts'

/** Prefix of the admins' settings; facts of the installation share the table. */
const PREFIX = 'site.'

/** Returns stored settings by key, as JSON texts. */
export async function findStoredSettings(db: Db): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('settings')
    .modifyFront(prepared)
    .select(['key', 'value'])
    .where('key', '>=', PREFIX)
    .where('key', '<', 'site/')
    .execute()
  return new Map(rows.map(({ key, value }) => [key.slice(PREFIX.length), value]))
}

export const storeSetting = (tx: Tx, key: string, value: string): Promise<void> => storeValue(tx, PREFIX + key, value)
