import type { Db, Tx } from './db.ts'

/** Time of the last backup, in ISO 8601. */
export const LAST_BACKUP_KEY = 'backup.last'
/** Bytes of the last backup: its pictures and rows. */
export const BACKUP_BYTES_KEY = 'backup.bytes'

/** Set while the site records hidden pictures for purging from caches; a trigger reads it. */
export const MEDIA_PURGE_KEY = 'media.purge'

/** Returns the value of a key in the table `settings`; undefined if the key is missing. */
export async function readValue(db: Db, key: string): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value
}

/** Stores a value unless the key exists, and returns the stored one. Of concurrent calls, the first wins. */
export async function storeIfAbsent(tx: Tx, key: string, value: string): Promise<string> {
  await tx
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  return (await readValue(tx, key)) ?? value
}

/** Stores a value under a key of the table `settings`, replacing any previous one. */
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
