import { type Selectable, sql } from 'kysely'
import { BULK_AWAITED_HOURS } from '#contract/limits.ts'
import { publish } from '#server/platform/change-bus/change-bus.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import type { PictureType } from '#server/platform/images/sniff.ts'

type FileRow = Selectable<Tables['upload_files']>
export type FileState = Pick<
  FileRow,
  'index' | 'file_name' | 'status' | 'meme_id' | 'duplicate_of' | 'code' | 'started_at' | 'finished_at'
> & { is_awaited: boolean }
/** Selects the file of a picture that was already on the site. */
const isSkipped = sql<boolean>`(status = 'failed' and code is not distinct from 'meme.duplicate')`
/** Selects a declared file that has not arrived. */
export const isAwaited = sql<boolean>`(status = 'queued' and staged_key is null)`

export interface UploadState {
  id: string
  version: number
  created_at: Date
  files: FileState[]
}

/** A lease on a file; `attempts` identifies it. */
export interface ClaimedFile {
  uploadId: string
  index: number
  attempts: number
  /** Number of these attempts that failed because a service was down. */
  waits: number
  userId: string
  duplicates: 'skip' | 'keep'
  fileName: string
  name: string
  description: string
  sensitive: boolean
  /** Null if the file did not arrive in time; then `partKeys` are the parts that did. */
  stagedKey: string | null
  partKeys: string[]
  bytes: number
  sourceHash: string
  sourceType: PictureType
}

export interface NewFile {
  index: number
  fileName: string
  name: string
  description: string
  sensitive: boolean
  key: string | undefined
  bytes: number
  /** Missing if the file failed or is still to come. */
  staged?: { key: string; sourceHash: string; sourceType: PictureType } | undefined
  /** Why the file was rejected before processing. */
  code?: string | undefined
}

/** Serializes one member's uploads across all nodes, so that each counts the files of the others. */
export async function lockUploadsOf(tx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads of ${userId}`}, 0))`.execute(tx)
}

/** Returns the number of a member's unprocessed files. */
export async function countWaiting(tx: Tx, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('upload_files')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('status', 'in', ['queued', 'processing'])
    .executeTakeFirstOrThrow()
  return count
}

export async function insertUpload(
  tx: Tx,
  upload: { id: string; userId: string; duplicates: 'skip' | 'keep' },
  files: NewFile[],
): Promise<{ index: number; status: string }[]> {
  await tx
    .insertInto('uploads')
    .values({ id: upload.id, user_id: upload.userId, duplicates: upload.duplicates })
    .execute()
  return tx
    .insertInto('upload_files')
    .values(
      files.map((file) => ({
        upload_id: upload.id,
        user_id: upload.userId,
        index: file.index,
        file_name: file.fileName,
        name: file.name,
        description: file.description,
        sensitive: file.sensitive,
        idempotency_key: file.key ?? null,
        bytes: file.bytes,
        staged_key: file.staged?.key ?? null,
        source_hash: file.staged?.sourceHash ?? null,
        source_type: file.staged?.sourceType ?? null,
        status: file.code ? ('failed' as const) : ('queued' as const),
        code: file.code ?? null,
        finished_at: file.code ? sql<Date>`now()` : null,
        ...(file.code || file.staged
          ? {}
          : { due_at: sql<Date>`now() + make_interval(hours => ${BULK_AWAITED_HOURS})` }),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['index', 'status'])
    .execute()
}

/** Marks an upload without files to process as finished. */
export async function completeUpload(tx: Tx, uploadId: string): Promise<void> {
  await tx.updateTable('uploads').set({ finished_at: sql<Date>`now()` }).where('id', '=', uploadId).execute()
}

export async function deleteUpload(tx: Tx, uploadId: string): Promise<void> {
  await tx.deleteFrom('uploads').where('id', '=', uploadId).execute()
}

/** Returns a member's newest file under each key, including failed ones. */
export async function findByKeys(db: Db, userId: string, keys: string[]) {
  if (keys.length === 0) return []
  return db
    .selectFrom('upload_files')
    .distinctOn('idempotency_key')
    .select(['idempotency_key as key', 'upload_id as uploadId', 'index', 'status', 'code', isAwaited.as('isAwaited')])
    .where('user_id', '=', userId)
    .where('idempotency_key', 'in', keys)
    .orderBy('idempotency_key')
    .orderBy('upload_id', 'desc')
    .execute()
}

/** Returns a member's upload with all its files, from one snapshot. */
export async function findUpload(db: Db, userId: string, uploadId: string): Promise<UploadState | undefined> {
  const found = await sql<{ id: string; version: number; created_at: Date; files: RawFile[] }>`
    select u.id, u.version, u.created_at,
      (select json_agg(json_build_object('index', f.index, 'file_name', f.file_name, 'status', f.status,
        'meme_id', f.meme_id, 'duplicate_of', f.duplicate_of, 'code', f.code,
        'started_at', f.started_at, 'finished_at', f.finished_at, 'is_awaited', ${isAwaited}) order by f.index)
       from upload_files f where f.upload_id = u.id) as files
    from uploads u where u.id = ${uploadId} and u.user_id = ${userId}`.execute(db)
  const row = found.rows[0]
  if (!row) return undefined
  const time = (text: string | null) => (text === null ? null : new Date(text))
  return {
    ...row,
    files: row.files.map((file) => ({
      ...file,
      started_at: time(file.started_at),
      finished_at: time(file.finished_at),
    })),
  }
}

type RawFile = Omit<FileState, 'started_at' | 'finished_at'> & { started_at: string | null; finished_at: string | null }

/** Serializes changes to one upload's files, so that the last file to finish is recognized as the last. */
export async function lockUpload(tx: Tx, uploadId: string): Promise<boolean> {
  return Boolean(await tx.selectFrom('uploads').select('id').where('id', '=', uploadId).forUpdate().executeTakeFirst())
}

/** Increments an upload's version, marks it finished if no file is left, and notifies every node on commit. */
export async function bumpVersion(tx: Tx, uploadId: string): Promise<void> {
  await sql`
    update uploads set version = version + 1, finished_at = case when not exists (
      select from upload_files where upload_id = ${uploadId} and status in ('queued', 'processing')
    ) then clock_timestamp() end where id = ${uploadId}`.execute(tx)
  await publish(tx, 'uploadProgressed', uploadId)
}

const inSeconds = (seconds: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`

/**
 * Claims a file, even if another job has claimed it without finishing: a job reruns when its node is gone or took too long, which
 * voids the previous claim. Returns undefined if the file is finished.
 */
export async function claimFile(tx: Tx, file: { uploadId: string; index: number }): Promise<ClaimedFile | undefined> {
  if (!(await lockUpload(tx, file.uploadId))) return undefined
  const claimed = await sql<ClaimedFile>`
    update upload_files f set status = 'processing', attempts = attempts + 1, started_at = clock_timestamp()
    from uploads u
    where u.id = f.upload_id and f.upload_id = ${file.uploadId} and f.index = ${file.index}
      and f.status in ('queued', 'processing')
    returning f.upload_id as "uploadId", f.index, f.attempts, f.waits, f.user_id as "userId", u.duplicates,
      f.file_name as "fileName", f.name, f.description, f.sensitive, f.staged_key as "stagedKey",
      f.part_keys as "partKeys", f.bytes,
      f.source_hash as "sourceHash", f.source_type as "sourceType"`.execute(tx)
  if (claimed.rows[0]) await bumpVersion(tx, file.uploadId)
  return claimed.rows[0]
}

/** Selects the row of a lease that is still valid. */
const held = (tx: Tx, claim: ClaimedFile) =>
  tx
    .updateTable('upload_files')
    .where('upload_id', '=', claim.uploadId)
    .where('index', '=', claim.index)
    .where('status', '=', 'processing')
    .where('attempts', '=', claim.attempts)

/** Returns the result of a finished upload; undefined while it is in progress. */
export async function findOutcome(
  tx: Tx,
  uploadId: string,
): Promise<{ userId: string; done: number; skipped: number; failed: number } | undefined> {
  const found = await sql<{ userId: string; done: number; skipped: number; failed: number }>`
    select u.user_id as "userId", (count(*) filter (where f.status = 'done'))::int as done,
      (count(*) filter (where ${isSkipped}))::int as skipped,
      (count(*) filter (where f.status = 'failed' and not ${isSkipped}))::int as failed
    from uploads u join upload_files f on f.upload_id = u.id
    where u.id = ${uploadId} and u.finished_at is not null group by u.id`.execute(tx)
  return found.rows[0]
}

/** Records a file's result. Returns false if the lease is lost: the caller must then undo its work. */
export async function finishFile(
  tx: Tx,
  claim: ClaimedFile,
  result: { memeId: string } | { code: string; duplicateOf?: string | undefined },
): Promise<boolean> {
  if (!(await lockUpload(tx, claim.uploadId))) return false
  const row = await held(tx, claim)
    .set({
      ...('memeId' in result
        ? { status: 'done', meme_id: result.memeId }
        : { status: 'failed', code: result.code, duplicate_of: result.duplicateOf ?? null }),
      staged_key: null,
      part_keys: [],
      finished_at: sql<Date>`clock_timestamp()`,
    })
    .returning('index')
    .executeTakeFirst()
  if (row) await bumpVersion(tx, claim.uploadId)
  return row !== undefined
}

/**
 * Completes a file that was skipped as a duplicate with the meme that its owner uploaded anyway. Returns false if there is none,
 * or if it was sent again in another upload.
 */
export async function setSkippedDone(
  tx: Tx,
  file: { uploadId: string; index: number; userId: string },
  memeId: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update upload_files f set status = 'done', meme_id = ${memeId}, code = null, duplicate_of = null
    where upload_id = ${file.uploadId} and index = ${file.index} and user_id = ${file.userId}
      and ${isSkipped}
      and not exists (select from upload_files again where again.user_id = f.user_id
        and again.idempotency_key = f.idempotency_key and again.status <> 'failed')`.execute(tx)
  return numAffectedRows === 1n
}

/** Requeues a file. Returns false if the lease is lost. */
export async function postponeFile(
  tx: Tx,
  claim: ClaimedFile,
  delaySeconds: number,
  isCounted: boolean,
): Promise<boolean> {
  if (!(await lockUpload(tx, claim.uploadId))) return false
  const row = await held(tx, claim)
    .set({
      status: 'queued',
      due_at: inSeconds(delaySeconds),
      ...(isCounted ? {} : { waits: claim.waits + 1 }),
    })
    .returning('index')
    .executeTakeFirst()
  if (row) await bumpVersion(tx, claim.uploadId)
  return row !== undefined
}

/** Returns files that may have lost their job: long overdue and unclaimed, or claimed for longer than a job may run. */
export async function findStrandedFiles(
  db: Db,
  { dueSeconds, claimedSeconds }: { dueSeconds: number; claimedSeconds: number },
  limit: number,
) {
  const found = await sql<{ uploadId: string; index: number; attempts: number }>`
    select upload_id as "uploadId", index, attempts from upload_files
    where status in ('queued', 'processing') and due_at < now()
      and ((status = 'processing' and started_at < now() - make_interval(secs => ${claimedSeconds}))
        or (status = 'queued' and due_at < now() - make_interval(secs => ${dueSeconds})))
    order by due_at, index limit ${limit}`.execute(db)
  return found.rows
}

export async function deleteUploadsBefore(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('uploads').where('finished_at', '<', before).execute()
}
