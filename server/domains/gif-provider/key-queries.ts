import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Tables } from '#server/platform/db/tables.ts'

export type KeyRow = Selectable<Tables['gif_keys']>

export const findKeys = (db: Db): Promise<KeyRow[]> =>
  db.selectFrom('gif_keys').selectAll().orderBy('id', 'desc').execute()

/** Locks the table against concurrent additions; returns the number of keys. */
export async function countKeysLocked(tx: Tx): Promise<number> {
  await sql`lock table gif_keys in share row exclusive mode`.execute(tx)
  const { count } = await tx
    .selectFrom('gif_keys')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const insertKey = (tx: Tx, key: Pick<KeyRow, 'id' | 'name' | 'key_hash'>): Promise<KeyRow> =>
  tx.insertInto('gif_keys').values(key).returningAll().executeTakeFirstOrThrow()

export const deleteKey = (tx: Tx, id: string): Promise<KeyRow | undefined> =>
  tx.deleteFrom('gif_keys').where('id', '=', id).returningAll().executeTakeFirst()

export async function addCalls(tx: Tx, id: string, calls: number): Promise<void> {
  await tx
    .updateTable('gif_keys')
    .set({ calls: sql<string>`calls + ${calls}` })
    .where('id', '=', id)
    .execute()
}
