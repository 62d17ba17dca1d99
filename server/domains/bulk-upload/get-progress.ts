import type { BulkProgress } from '#contract/memes/bulk-upload.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Member } from '#server/platform/viewer.ts'
import { getDailyLimits } from '../memes/daily-limits.ts'
import { presentProgress } from './present.ts'
import { findUpload } from './queries.ts'

/**
 * Returns the progress of one of the caller's uploads. `version` increases with each change. Throws upload.notFound, also for
 * others' uploads.
 */
export async function getProgress(
  deps: Pick<Deps, 'db'>,
  viewer: Member,
  uploadId: string,
): Promise<{ version: number; progress: BulkProgress }> {
  const upload = await findUpload(deps.db, viewer.userId, uploadId)
  if (!upload) throw new AppError('upload.notFound')
  const limits = await getDailyLimits(deps.db, viewer.role)
  return {
    version: upload.version,
    progress: presentProgress(upload, { language: viewer.language, limits }, new Date()),
  }
}
