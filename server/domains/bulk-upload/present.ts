import type { ErrorCode } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import type { BulkFileResult, BulkProgress } from '#contract/memes/bulk-upload.ts'
import { errorText } from '#server/platform/errors.ts'
import type { UploadState } from './queries.ts'
import { estimateRemaining } from './rules.ts'

interface Recipient {
  language: Language
  /** The member's daily limits by the code of a file that exceeds them; 0 for none. Results store only the code. */
  limits: Readonly<Record<string, number>>
}

/** Presents an upload for the status call and the event stream. */
export function presentProgress(upload: UploadState, recipient: Recipient, now: Date): BulkProgress {
  const finished = upload.files.filter((file) => file.status === 'done' || file.status === 'failed')
  const failed = finished.filter((file) => file.status === 'failed')
  const left = upload.files.length - finished.length
  const status = left > 0 ? 'processing' : wentWrong(upload.files) ? 'error' : 'completed'
  const started = upload.created_at.getTime()
  const times = finished.map((file) => file.finished_at?.getTime() ?? started).sort((a, b) => a - b)
  const until = left > 0 ? now.getTime() : (times.at(-1) ?? started)
  return {
    success: true,
    type: status === 'processing' ? 'progress' : status,
    uploadId: upload.id,
    totalFiles: upload.files.length,
    processedFiles: finished.length,
    successCount: finished.length - failed.length,
    failedCount: failed.length,
    awaitedFiles: upload.files.filter((file) => file.is_awaited).length,
    currentFile: currentFile(upload.files),
    estimatedTimeRemaining: estimateRemaining(upload.files, now),
    elapsedTime: Math.max(0, Math.round((until - started) / 1000)),
    percentage: Math.floor((finished.length / upload.files.length) * 100),
    status,
    allResults: upload.files.map((file) => presentFile(file, recipient)),
  }
}

/** Returns true if every file failed, and none because of its picture. */
function wentWrong(files: UploadState['files']): boolean {
  return files.every(
    (file) => file.status === 'failed' && (file.code === 'server.error' || file.code === 'upload.interrupted'),
  )
}

/** Returns the most recently started file in progress. */
function currentFile(files: UploadState['files']): string | null {
  const working = files.filter((file) => file.status === 'processing')
  const latest = working.sort((a, b) => (b.started_at?.getTime() ?? 0) - (a.started_at?.getTime() ?? 0))[0]
  return latest?.file_name ?? null
}

function presentFile(file: UploadState['files'][number], recipient: Recipient): BulkFileResult {
  return {
    index: file.index,
    fileName: file.file_name,
    status: file.status,
    ...(file.meme_id ? { memeId: file.meme_id } : {}),
    ...(file.duplicate_of ? { duplicateOf: file.duplicate_of } : {}),
    ...(file.code ? { code: file.code, message: reasonOf(file.code as ErrorCode, recipient) } : {}),
  }
}

/** Returns the message of a code; undefined for a daily limit that an admin has removed since. */
function reasonOf(code: ErrorCode, { language, limits }: Recipient): string | undefined {
  const count = limits[code]
  return count === 0 ? undefined : errorText(code, language, count === undefined ? {} : { count: String(count) })
}
