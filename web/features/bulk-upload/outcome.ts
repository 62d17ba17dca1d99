import type { BulkFileResult } from '#contract/bulk-upload.ts'

/** Failures not caused by the picture, which may succeed on retry. */
const PASSING = new Set(['server.error', 'upload.interrupted', 'image.busy', 'image.tooSlow'])

/** Whether all failures can be retried without a decision by the user. */
export function canRetryAtOnce(results: readonly BulkFileResult[]): boolean {
  const failed = results.filter((result) => result.status === 'failed')
  return failed.length > 0 && failed.every((result) => PASSING.has(result.code ?? ''))
}
