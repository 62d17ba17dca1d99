import { BULK_FILES_WAITING_MAX } from '#contract/limits.ts'
import type { BulkMemeInput } from '#contract/memes/bulk-upload.ts'
import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { isServiceDown } from '#server/platform/unavailable.ts'
import type { UploadStore } from '#server/platform/upload-store/upload-store.ts'
import type { Member } from '#server/platform/viewer.ts'
import { requireRoom } from '../memes/quota.ts'
import { completeDeclared, describeAwaited, findAwaited, findDeclared } from './awaited-queries.ts'
import { queueFile } from './jobs.ts'
import {
  bumpVersion,
  completeUpload,
  countWaiting,
  deleteUpload,
  findByKeys,
  insertUpload,
  lockUpload,
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
  received: Pick<Receiver, 'files' | 'isReferenced' | 'refusal'>,
  fields: BulkFields,
): Promise<{ uploadId: string }> {
  if (received.files.length === 0) throw new AppError('upload.noFiles')
  const memes = readMemes(fields.memes, received.files.length)
  const files = newFiles(deps.uploadStore, received.files, memes)
  // From here on, rows may reference the files: the transaction may commit even if the connection breaks before its result
  // arrives.
  received.isReferenced = true
  const { refusal } = received
  const accepted = await acceptFiles(deps, viewer, files, { duplicates: fields.duplicates ?? 'skip', refusal }).catch(
    (error: unknown) => {
      received.isReferenced = isServiceDown(error)
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
  /** Staged files that no row needs, because the server already had them, and parts of files that have now arrived whole. */
  unused: string[]
}

/**
 * Writes the rows and jobs of one upload's files, or none if the server has all of them; those still to come have no job yet.
 * Files that were announced before stay in their upload. Throws `refusal` unless it has all of them, upload.tooManyWaiting, and
 * the errors of `requireRoom`.
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
    const others = files.filter((file) => !taken.has(file.index))
    const filled = await fillAwaited(deps, tx, viewer, others, { duplicates, refusal })
    const unused = [...filled.parts, ...others.flatMap(({ staged }) => staged?.key ?? [])].filter(
      (key) => !filled.used.has(key),
    )
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

/**
 * Completes files that were announced before with the whole files of this upload. Returns the staged files in use, and the parts
 * that they replace. Throws `refusal` if there is such a file.
 */
async function fillAwaited(
  deps: Pick<Deps, 'jobs'>,
  tx: Tx,
  { userId }: Member,
  files: NewFile[],
  { duplicates, refusal }: { duplicates: 'skip' | 'keep'; refusal?: AppError | undefined },
): Promise<{ used: Set<string>; parts: string[] }> {
  const used = new Set<string>()
  const parts: string[] = []
  const sent = files.filter(({ staged }) => staged || refusal)
  for (const { key, uploadId, index } of await findAwaited(
    tx,
    userId,
    sent.flatMap((file) => file.key ?? []),
  )) {
    if (refusal) throw refusal
    await lockUpload(tx, uploadId)
    const awaited = await findDeclared(tx, userId, { uploadId, index })
    const file = sent.find((one) => one.key === key)
    if (!awaited?.isAwaited || !file?.staged) continue
    const { key: stagedKey, sourceHash: sha256, sourceType: type } = file.staged
    await describeAwaited(tx, userId, [file], duplicates)
    await completeDeclared(tx, awaited, { staged: { key: stagedKey, sha256, type, bytes: file.bytes } })
    await queueFile(deps, tx, awaited, 0)
    await bumpVersion(tx, uploadId)
    used.add(stagedKey)
    parts.push(...awaited.partKeys)
  }
  return { used, parts }
}
