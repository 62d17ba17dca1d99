import { AppError } from '#server/platform/errors.ts'
import type { SkippedFileHook } from '../memes/upload-meme.ts'
import { bumpVersion, lockUpload, lockUploadsOf, setSkippedDone } from './queries.ts'

export const completeSkipped: SkippedFileHook['completeSkipped'] = async (
  tx,
  { id, user_id },
  { bulkUploadId, bulkIndex },
) => {
  if (bulkUploadId === undefined || user_id === null) return
  await lockUploadsOf(tx, user_id)
  await lockUpload(tx, bulkUploadId)
  const file = { uploadId: bulkUploadId, index: bulkIndex ?? -1, userId: user_id }
  if (!(await setSkippedDone(tx, file, id))) throw new AppError('upload.notFound')
  await bumpVersion(tx, bulkUploadId)
}
