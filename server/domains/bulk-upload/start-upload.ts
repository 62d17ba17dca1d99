import { BULK_FILES_WAITING_MAX } from '#contract/limits.ts'
import type { BulkMemeInput } from '#contract/memes/bulk-upload.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { isServiceDown } from '#server/platform/unavailable.ts'
import type { UploadStore } from '#server/platform/upload-store/upload-store.ts'
import type { Member } from '#server/platform/viewer.ts'
import { requireRoom } from '../memes/quota.ts'
import { queueFile } from './jobs.ts'
import {
  completeUpload,
  countWaiting,
  deleteUpload,
  findByKeys,
  insertUpload,
  lockUploadsOf,
  type NewFile,
} from './queries.ts'
import { type ReceivedFile, type Receiver, removeStaged } from './receive-files.ts'
import { readMemes } from './rules.ts'

export interface BulkFields {
  memes?: string | undefined
  duplicates?: 'skip' | 'keep' | undefined
}

/**
 * Accepts received files in one transaction, with a job for each: the whole upload or none of it. If every file was accepted
 * before under its idempotency key, returns that earlier upload. Throws upload.noFiles, upload.tooManyWaiting, `received.refusal`,
 * and the errors of `readMemes`.
 */
export async function startUpload(
  deps: Pick<Deps, 'db' | 'jobs' | 'uploadStore'>,
  viewer: Member,
  received: Pick<Receiver, 'files' | 'isKept' | 'refusal'>,
  fields: BulkFields,
): Promise<{ uploadId: string }> {
  if (received.files.length === 0) throw new AppError('upload.noFiles')
  const memes = readMemes(fields.memes, received.files.length)
  const files = newFiles(deps.uploadStore, received.files, memes)
  // From here on, rows may reference the files: the transaction may commit even if the connection breaks before its result
  // arrives.
  received.isKept = true
  const { refusal } = received
  const accepted = await acceptFiles(deps, viewer, files, { duplicates: fields.duplicates ?? 'skip', refusal }).catch(
    (error: unknown) => {
      received.isKept = isServiceDown(error)
      throw error
    },
  )
  // The upload is accepted; the sweep removes any files left over.
  await removeStaged(deps, accepted.unused).catch(() => {})
  return { uploadId: accepted.uploadId }
}

function newFiles(uploadStore: UploadStore, files: ReceivedFile[], memes: BulkMemeInput[]): NewFile[] {
  return files.map(({ fileName, source, code }, index) => ({
    index,
    fileName,
    name: memes[index]?.name ?? '',
    description: memes[index]?.description ?? '',
    sensitive: memes[index]?.sensitive === true,
    key: memes[index]?.key,
    bytes: source?.bytes ?? 0,
    staged: source && { key: uploadStore.nameOf(source), sourceHash: source.sha256, sourceType: source.type },
    code,
  }))
}

export interface Accepted {
  uploadId: string
  /** Indexes of the files that the server did not have. */
  taken: ReadonlySet<number>
  /** Staged files without a row, because the server already had them. */
  unused: string[]
}

/**
 * Writes the rows and jobs of one upload's files, or none if the server has all of them; those still to come have no job yet.
 * Throws `refusal` unless it has all of them, upload.tooManyWaiting, and the errors of `requireRoom`.
 */
export async function acceptFiles(
  deps: Pick<Deps, 'db' | 'jobs'>,
  viewer: Member,
  files: NewFile[],
  { duplicates, refusal }: { duplicates: 'skip' | 'keep'; refusal?: AppError | undefined },
): Promise<Accepted> {
  const uploadId = newId()
  return withTransaction(deps.db, async (tx) => {
    await lockUploadsOf(tx, viewer.userId)
    const inserted = await insertUpload(tx, { id: uploadId, userId: viewer.userId, duplicates }, files)
    const taken = new Set(inserted.map((file) => file.index))
    const unused = files.filter((file) => !taken.has(file.index)).flatMap((file) => file.staged?.key ?? [])
    if (inserted.length === 0) {
      await deleteUpload(tx, uploadId)
      const before = await findByKeys(
        tx,
        viewer.userId,
        files.flatMap((file) => file.key ?? []),
      )
      return { uploadId: before[0]?.uploadId ?? uploadId, taken, unused }
    }
    if (refusal) throw refusal
    const queued = inserted.filter((file) => file.status === 'queued')
    if (queued.length === 0) await completeUpload(tx, uploadId)
    else if ((await countWaiting(tx, viewer.userId)) > BULK_FILES_WAITING_MAX)
      throw new AppError('upload.tooManyWaiting', { params: { count: String(BULK_FILES_WAITING_MAX) } })
    else await requireRoom(tx, viewer.userId)
    for (const { index } of queued) if (files[index]?.staged) await queueFile(deps, tx, { uploadId, index }, 0)
    return { uploadId, taken, unused }
  })
}
