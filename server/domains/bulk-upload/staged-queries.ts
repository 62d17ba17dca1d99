import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { isAwaited } from './queries.ts'

export async function findReferencedStaged(db: Db, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const { rows } = await sql<{ key: string }>`
    select staged_key as key from upload_files where staged_key = any(${keys}::text[])
    union all select unnest(part_keys) from upload_files where ${isAwaited} and part_keys && ${keys}::text[]`.execute(
    db,
  )
  return new Set(rows.map(({ key }) => key))
}

/** Returns the names of a member's received files that have not been processed. */
export async function findStagedOf(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('upload_files')
    .select(['staged_key', 'part_keys'])
    .where('user_id', '=', userId)
    .execute()
  return rows.flatMap((row) => [row.staged_key ?? [], row.part_keys].flat())
}

export async function insertStagedObject(tx: Tx, key: string): Promise<void> {
  await tx.insertInto('staged_objects').values({ key }).execute()
}

export async function deleteStagedObjects(tx: Tx, keys: string[]): Promise<void> {
  if (keys.length > 0) await tx.deleteFrom('staged_objects').where('key', 'in', keys).execute()
}

/** Returns stored objects created before the given time that no file references. */
export async function findOrphanObjects(db: Db, before: Date, limit: number): Promise<string[]> {
  const found = await sql<{ key: string }>`
    select key from staged_objects o where created_at < ${before}
      and not exists (select from upload_files f where f.staged_key = o.key)
      and not exists (select from upload_files where ${isAwaited} and o.key = any(part_keys))
    limit ${limit}`.execute(db)
  return found.rows.map((row) => row.key)
}
