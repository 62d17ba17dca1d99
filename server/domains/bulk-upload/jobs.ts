import * as z from 'zod'
import type { Tx } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { JobKind } from '#server/platform/jobs/jobs.ts'
import { recurringJob } from '#server/platform/jobs/recurring-job.ts'
import { priorityOf } from './rules.ts'

const FileOrder = z.object({ uploadId: z.uuid(), index: z.int().min(0) })
export type FileOrder = z.infer<typeof FileOrder>

/**
 * One file of an upload. Its row counts attempts and delays, so that a failing file goes to the end of the queue. The queue's own
 * retries only matter if the row could not be written.
 */
export const processFileJob: JobKind<FileOrder> = {
  name: 'process-upload-file',
  schema: FileOrder,
  retryLimit: 5,
  retryDelaySeconds: 5,
  timeLimitSeconds: 300,
  // More than the number of pictures encoded at once: while some are being stored, others use the CPU.
  concurrency: 4,
}

/**
 * Queues a file; one job at a time has its key.
 * @param attempts how often its processing has failed
 */
export async function queueFile(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Tx,
  { uploadId, index }: FileOrder,
  attempts: number,
  afterSeconds?: number,
): Promise<void> {
  const delay = afterSeconds === undefined ? {} : { afterSeconds }
  const options = { key: `${uploadId} ${index}`, priority: priorityOf(index, attempts), ...delay }
  await jobs.enqueue(tx, processFileJob, { uploadId, index }, options)
}

/** Requeues files that lost their job, and removes files that no row references. */
export const sweepUploadsJob = recurringJob({
  name: 'sweep-uploads',
  retryLimit: 3,
  retryDelaySeconds: 60,
  timeLimitSeconds: 300,
  cron: '*/5 * * * *',
})
