import type { Selectable } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Tables } from '#server/platform/db/tables.ts'

export type ExportRow = Selectable<Tables['data_exports']>

/** The same in each attempt, so that a file which a killed attempt left behind is found again. */
export const exportKey = (id: string) => `export-${id}.zip`

/** Locks the member's row, so that two concurrent requests create one export. */
export async function lockMember(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
}

export async function findLatestExport(db: Db, userId: string): Promise<ExportRow | undefined> {
  return db
    .selectFrom('data_exports')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

export async function findExport(db: Db, id: string): Promise<ExportRow | undefined> {
  return db.selectFrom('data_exports').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function insertExport(tx: Tx, id: string, userId: string): Promise<ExportRow> {
  return tx.insertInto('data_exports').values({ id, user_id: userId }).returningAll().executeTakeFirstOrThrow()
}

/** Records the file of an export; returns false if the account was deleted in the meantime. */
export async function markReady(
  tx: Tx,
  id: string,
  file: { key: string; bytes: number; readyAt: Date; expiresAt: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable('data_exports')
    .set({
      status: 'ready',
      file_key: file.key,
      bytes: file.bytes,
      ready_at: file.readyAt,
      expires_at: file.expiresAt,
    })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** False if another attempt has succeeded, or the account was deleted meanwhile. */
export async function markFailed(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .updateTable('data_exports')
    .set({ status: 'failed' })
    .where('id', '=', id)
    .where('status', '<>', 'ready')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes a member's earlier exports; returns their files. */
export async function deleteOtherExports(tx: Tx, userId: string, exceptId: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom('data_exports')
    .where('user_id', '=', userId)
    .where('id', '<>', exceptId)
    .returning(['id', 'file_key'])
    .execute()
  return rows.map((row) => row.file_key ?? exportKey(row.id))
}

/** Returns the files of a member's exports. */
export async function findExportFiles(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.selectFrom('data_exports').select(['id', 'file_key']).where('user_id', '=', userId).execute()
  return rows.map((row) => row.file_key ?? exportKey(row.id))
}

/** Expires old exports; returns their files. */
export async function expireExports(tx: Tx, now: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('data_exports')
    .select(['id', 'file_key'])
    .where('expires_at', '<', now)
    .where('file_key', 'is not', null)
    .forUpdate()
    .execute()
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  await tx.updateTable('data_exports').set({ file_key: null, bytes: null }).where('id', 'in', ids).execute()
  return rows.flatMap((row) => row.file_key ?? [])
}
