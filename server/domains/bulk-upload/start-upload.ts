import type { BulkMemeInput } from '#contract/bulk-upload.ts'
import type { UploadStore } from '#server/adapters/upload-store/upload-store.ts'
import { withTransaction } from '#server/db/db.ts'
import { newId } from '#server/db/id.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { isServiceDown } from '#server/unavailable.ts'
import type { Member } from '#server/viewer.ts'
import { processFileJob } from './jobs.ts'
import { deleteUpload, findByKeys, insertUpload, type NewFile, settleUpload } from './queries.ts'
import { createReceiver, type ReceivedFile, removeStaged } from './receive-files.ts'
import { priorityOf, readMemes } from './rules.ts'

export interface BulkFields {
  memes?: string | undefined
  duplicates?: 'skip' | 'keep' | undefined
}
type ReadBody = (onFile: (stream: AsyncIterable<Buffer>, fileName: string) => Promise<void>) => Promise<BulkFields>

/**
 * Receives all files, then accepts them in one transaction with one job each, all or nothing. If all files were already
 * accepted under their idempotency keys, returns that upload.
 */
export async function startUpload(
  deps: Pick<Deps, 'db' | 'jobs' | 'stagingDir'> & { intake: UploadStore },
  viewer: Member,
  read: ReadBody,
): Promise<{ uploadId: string }> {
  const receiver = createReceiver(deps)
  let accepted: Accepted | undefined
  let isKept = false
  try {
    const fields = await read((stream, fileName) => receiver.receive(stream, fileName))
    if (receiver.files.length === 0) throw new AppError('upload.noFiles')
    const memes = readMemes(fields.memes, receiver.files.length)
    const files = newFiles(deps.intake, receiver.files, memes)
    // From here on the upload may be accepted even if the connection fails before we know; then rows reference its files.
    isKept = true
    accepted = await acceptFiles(deps, viewer, files, fields.duplicates ?? 'skip').catch((error: unknown) => {
      isKept = isServiceDown(error)
      throw error
    })
  } finally {
    await receiver.end(isKept)
  }
  // The upload is accepted; the sweep removes what cannot be removed now.
  await removeStaged(deps, accepted.unused).catch(() => {})
  return { uploadId: accepted.uploadId }
}

function newFiles(intake: UploadStore, files: ReceivedFile[], memes: BulkMemeInput[]): NewFile[] {
  return files.map(({ fileName, source, code }, index) => ({
    index,
    fileName,
    name: memes[index]?.name ?? '',
    description: memes[index]?.description ?? '',
    key: memes[index]?.key,
    bytes: source?.bytes ?? 0,
    staged: source && { key: intake.nameOf(source), sourceHash: source.sha256, sourceType: source.type },
    code,
  }))
}

interface Accepted {
  uploadId: string
  /** Staged files without a row, because the server already had them. */
  unused: string[]
}

async function acceptFiles(
  deps: Pick<Deps, 'db' | 'jobs'>,
  viewer: Member,
  files: NewFile[],
  duplicates: 'skip' | 'keep',
): Promise<Accepted> {
  const uploadId = newId()
  return withTransaction(deps.db, async (tx) => {
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
      return { uploadId: before[0]?.uploadId ?? uploadId, unused }
    }
    const queued = inserted.filter((file) => file.status === 'queued')
    await settleUpload(tx, uploadId, inserted.length, queued.length === 0)
    for (const { index } of queued) {
      await deps.jobs.enqueue(
        tx,
        processFileJob,
        { uploadId, index },
        { key: `${uploadId} ${index}`, priority: priorityOf(index, 0) },
      )
    }
    return { uploadId, unused }
  })
}
