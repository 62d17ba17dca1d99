import type { BulkFileResult } from '#contract/memes/bulk-upload.ts'

/** True for a picture that was skipped because it is already on the site. */
export const isSkipped = ({ code }: { code?: string | undefined }): boolean => code === 'meme.duplicate'

/** Error codes that the picture did not cause, so a retry may succeed. */
const PASSING = new Set(['server.error', 'upload.interrupted', 'image.busy', 'image.tooSlow'])

/** Returns true if all failures can be retried without a decision by the user. */
export function canRetryAtOnce(results: readonly BulkFileResult[]): boolean {
  const failed = results.filter((result) => result.status === 'failed' && !isSkipped(result))
  return failed.length > 0 && failed.every((result) => PASSING.has(result.code ?? ''))
}
