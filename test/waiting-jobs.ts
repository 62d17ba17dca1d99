import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

/** Ends the delays of waiting jobs, and starts them. Leaves due ones alone, because the queue skips a job that is locked then. */
export async function runWaitingJobs({ db, deps }: { db: Db; deps: { jobs: Pick<Jobs, 'startDue'> } }): Promise<void> {
  await sql`update jobs.job set start_after = now() where state in ('created', 'retry') and start_after > now()`.execute(
    db,
  )
  await deps.jobs.startDue()
}
