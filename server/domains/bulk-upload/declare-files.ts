import { BULK_FILE_MAX_BYTES, BULK_MAX_FILES } from '#contract/limits.ts'
import type { BulkFileState, DeclaredBulkFile } from '#contract/memes/bulk-upload.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Member } from '#server/platform/viewer.ts'
import { type DeclaredFile, describeAwaited, findFilesOf } from './awaited-queries.ts'
import { findByKeys, type NewFile } from './queries.ts'
import { shownFileName } from './rules.ts'
import { acceptFiles } from './start-upload.ts'

/**
 * Announces files that the client then sends one by one, in whole or in parts. Files that were announced or sent before, by their
 * keys, stay in their upload. Returns the state of each file, in order, and the upload to follow. Throws upload.noFiles,
 * upload.tooManyFiles, upload.fileTooLarge, upload.tooManyWaiting.
 */
export async function declareFiles(
  deps: Pick<Deps, 'db' | 'jobs'>,
  viewer: Member,
  given: readonly DeclaredBulkFile[],
  duplicates: 'skip' | 'keep',
): Promise<{ uploadId: string; files: BulkFileState[] }> {
  if (given.length === 0) throw new AppError('upload.noFiles')
  if (given.length > BULK_MAX_FILES) throw new AppError('upload.tooManyFiles')
  const files = given.map(newFile)
  const accepted = await acceptFiles(deps, viewer, files, { duplicates })
  const keys = files.flatMap((file) => (!accepted.taken.has(file.index) && file.key) || [])
  if (keys.length > 0) await withTransaction(deps.db, (tx) => describeAwaited(tx, viewer.userId, files, duplicates))
  const known = new Map((await findByKeys(deps.db, viewer.userId, keys)).map((file) => [file.key, file]))
  const places = files.map((file) => known.get(file.key ?? null) ?? { uploadId: accepted.uploadId, index: file.index })
  const states = new Map((await findFilesOf(deps.db, places)).map((file) => [`${file.uploadId} ${file.index}`, file]))
  const found = places.flatMap(({ uploadId, index }) => states.get(`${uploadId} ${index}`) ?? [])
  const awaited = found.find((file) => file.isAwaited)
  return { uploadId: awaited?.uploadId ?? accepted.uploadId, files: found.map(presentDeclared) }
}

function newFile(file: DeclaredBulkFile, index: number): NewFile {
  const fileName = shownFileName(file.fileName ?? file.name ?? '')
  if (file.size > BULK_FILE_MAX_BYTES)
    throw new AppError('upload.fileTooLarge', { params: { fileName }, fields: { fileName } })
  return {
    index,
    fileName,
    name: file.name ?? '',
    description: file.description ?? '',
    sensitive: file.sensitive === true,
    key: file.key,
    bytes: file.size,
    code: file.size === 0 ? 'image.empty' : undefined,
  }
}

export const presentDeclared = (file: DeclaredFile): BulkFileState => ({
  id: String(file.index),
  uploadId: file.uploadId,
  size: file.bytes,
  offset: file.isAwaited ? file.received : file.bytes,
  status: file.status,
})
