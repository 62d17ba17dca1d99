import * as z from 'zod'
import type { JobKind } from '#server/jobs/jobs.ts'

const FileOrder = z.object({ uploadId: z.uuid(), index: z.int().min(0) })
export type FileOrder = z.infer<typeof FileOrder>

/**
 * One file of an upload. The file's own row counts tries and waits, so that a file which fails goes to the end of the
 * queue; the queue's tries are for the case that not even the row could be written.
 */
export const processFileJob: JobKind<FileOrder> = {
  name: 'process-upload-file',
  schema: FileOrder,
  retryLimit: 5,
  retryDelaySeconds: 5,
  timeLimitSeconds: 300,
  // More than pictures are encoded at once: while some are written down, others keep the processor busy.
  concurrency: 4,
}
