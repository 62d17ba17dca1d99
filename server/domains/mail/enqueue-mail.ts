import type { Tx } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { EnqueueOptions } from '#server/platform/jobs/jobs.ts'
import { type QueuedMail, sendMailJob } from './jobs.ts'

/** Queues a mail in the transaction that causes it: either both happen or neither. */
export async function enqueueMail(
  deps: Pick<Deps, 'jobs'>,
  tx: Tx,
  mail: QueuedMail,
  options: Pick<EnqueueOptions, 'key' | 'priority' | 'afterSeconds'> = {},
): Promise<void> {
  await deps.jobs.enqueue(tx, sendMailJob, mail, options)
}
