import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { StagedSource } from '#server/platform/images/staging.ts'
import type { Member } from '#server/platform/viewer.ts'
import { isAwaited, type NewFile } from './queries.ts'
import { readFileId } from './rules.ts'

/** A declared file with its progress. */
export interface DeclaredFile {
  uploadId: string
  index: number
  bytes: number
  status: 'queued' | 'processing' | 'done' | 'failed'
  isAwaited: boolean
  /** Staged parts of an awaited file, in order. */
  partKeys: string[]
  /** Bytes of these parts. */
  received: number
}

const declared = (db: Db) =>
  db
    .selectFrom('upload_files')
    .select(['upload_id as uploadId', 'index', 'bytes', 'status', isAwaited.as('isAwaited')])
    .select(['part_keys as partKeys', 'received_bytes as received'])

/** Returns a file of one of the member's uploads. In a transaction, first lock the upload. */
export async function findDeclared(
  db: Db,
  userId: string,
  at: { uploadId: string; index: number },
): Promise<DeclaredFile | undefined> {
  return declared(db)
    .where('upload_id', '=', at.uploadId)
    .where('index', '=', at.index)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Like `findDeclared`; throws upload.notFound, also for others' uploads. */
export async function requireDeclared(
  db: Db,
  viewer: Member,
  at: { uploadId: string; fileId: string },
): Promise<DeclaredFile> {
  const file = await findDeclared(db, viewer.userId, { uploadId: at.uploadId, index: readFileId(at.fileId) })
  if (!file) throw new AppError('upload.notFound')
  return file
}

/** Returns the given files of an upload. */
export async function findFilesOf(db: Db, files: { uploadId: string; index: number }[]): Promise<DeclaredFile[]> {
  if (files.length === 0) return []
  const uploads = [...new Set(files.map(({ uploadId }) => uploadId))]
  return declared(db).where('upload_id', 'in', uploads).execute()
}

/** Returns the member's awaited files under these keys. */
export async function findAwaited(tx: Tx, userId: string, keys: string[]) {
  if (keys.length === 0) return []
  return declared(tx)
    .select('idempotency_key as key')
    .where('user_id', '=', userId)
    .where('idempotency_key', 'in', keys)
    .where(isAwaited)
    .orderBy('upload_id')
    .execute()
}

/** Applies the texts of a repeated declaration to files that have not arrived. */
export async function describeAwaited(
  tx: Tx,
  userId: string,
  files: readonly NewFile[],
  duplicates: 'skip' | 'keep',
): Promise<void> {
  const given = JSON.stringify(
    files.map(({ key, name, description, sensitive }) => ({ key, name, description, sensitive })),
  )
  await sql`
    with described as (
      update upload_files f set name = g.name, description = g.description, sensitive = g.sensitive
      from jsonb_to_recordset(${given}::jsonb) as g (key text, name text, description text, sensitive boolean)
      where f.user_id = ${userId} and f.idempotency_key = g.key and ${isAwaited}
      returning f.upload_id)
    update uploads set duplicates = ${duplicates} where id in (select upload_id from described)`.execute(tx)
}

const rowOf = (tx: Tx, { uploadId, index }: DeclaredFile) =>
  tx.updateTable('upload_files').where('upload_id', '=', uploadId).where('index', '=', index)

/** Sets the bytes of an awaited file: it is now to be processed, or has failed with `code`. */
export async function completeDeclared(
  tx: Tx,
  file: DeclaredFile,
  result: { staged: Pick<StagedSource, 'sha256' | 'type' | 'bytes'> & { key: string } } | { code: string },
): Promise<void> {
  const time = sql<Date>`clock_timestamp()`
  await rowOf(tx, file)
    .set(
      'staged' in result
        ? {
            staged_key: result.staged.key,
            bytes: result.staged.bytes,
            source_hash: result.staged.sha256,
            source_type: result.staged.type,
            due_at: time,
          }
        : { status: 'failed', code: result.code, finished_at: time },
    )
    .set({ part_keys: [], received_bytes: 0 })
    .execute()
}

/** Sets the parts of an awaited file. */
export async function setParts(tx: Tx, file: DeclaredFile, partKeys: string[], received: number): Promise<void> {
  await rowOf(tx, file).set({ part_keys: partKeys, received_bytes: received }).execute()
}

/** Returns the bytes of all unfinished files' parts, and of the member's. */
export async function countUnfinished(tx: Tx, userId: string): Promise<{ own: number; all: number }> {
  const found = await sql<{ own: number; all: number }>`
    select coalesce(sum(received_bytes) filter (where user_id = ${userId}), 0)::float8 as own,
      coalesce(sum(received_bytes), 0)::float8 as all
    from upload_files where ${isAwaited}`.execute(tx)
  return found.rows[0] ?? { own: 0, all: 0 }
}

/** Deletes a file, and its upload if it was the last one. */
export async function deleteDeclared(tx: Tx, file: DeclaredFile): Promise<void> {
  await tx.deleteFrom('upload_files').where('upload_id', '=', file.uploadId).where('index', '=', file.index).execute()
  await sql`delete from uploads u where u.id = ${file.uploadId}
    and not exists (select from upload_files f where f.upload_id = u.id)`.execute(tx)
}
