import type { BulkFileResult } from '#contract/bulk-upload.ts'

/** Failures that were not the picture's: the same bytes may well come through next time. */
const PASSING = new Set(['server.error', 'upload.interrupted', 'image.busy', 'image.tooSlow'])

/** Whether everything that failed may simply be sent again, with nothing for a person to decide. */
export function canRetryAtOnce(results: readonly BulkFileResult[]): boolean {
  const failed = results.filter((result) => result.status === 'failed')
  return failed.length > 0 && failed.every((result) => PASSING.has(result.code ?? ''))
}
