import type { Db, Tx } from './db.ts'

/** When the last backup was made, in ISO 8601. */
export const LAST_BACKUP_KEY = 'backup.last'

/** Set while pictures that go out of sight are noted for the caches in front of the site; a trigger reads it. */
export const MEDIA_PURGE_KEY = 'media.purge'

/** The value of a key of the table `settings`; undefined without one. */
export async function readValue(db: Db, key: string): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value
}

/** Stores a value under a key that has none, and answers the one that is stored: of two at once, the first. */
export async function keepFirstValue(tx: Tx, key: string, value: string): Promise<string> {
  await tx
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  return (await readValue(tx, key)) ?? value
}

/** Stores a value under a key of the table `settings`, in place of the one before. */
export async function storeValue(tx: Tx, key: string, value: string): Promise<void> {
  await tx
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

export async function removeValue(tx: Tx, key: string): Promise<void> {
  await tx.deleteFrom('settings').where('key', '=', key).execute()
}
