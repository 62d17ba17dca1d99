import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { BACKUP_BYTES_KEY, LAST_BACKUP_KEY, readValue } from '../db/stored-value-queries.ts'

export interface JobFigures {
  kind: string
  /** Waiting for their due time or for a worker. */
  waiting: number
  active: number
  /** Failed permanently within the last hour, or within 25 hours for nightly jobs. */
  failed: number
  /** Seconds since the oldest job became due. */
  oldestSeconds: number
}

/** Returns the current state of the queue by job kind, without pg-boss's internal jobs. */
export async function readJobFigures(db: Db): Promise<JobFigures[]> {
  const { rows } = await sql<JobFigures>`
    select name as kind, count(*) filter (where state in ('created', 'retry'))::int as waiting,
      count(*) filter (where state = 'active')::int as active, count(*) filter (where state = 'failed')::int as failed,
      coalesce(max(extract(epoch from now() - start_after))
        filter (where state in ('created', 'retry') and start_after < now()), 0)::float8 as "oldestSeconds"
    from jobs.job where state in ('created', 'retry', 'active', 'failed') and name not like '\\_\\_pgboss%'
    group by name`.execute(db)
  return rows
}

/** Returns the time of the last backup; undefined without one. */
export async function readLastBackup(db: Db): Promise<Date | undefined> {
  const at = await readValue(db, LAST_BACKUP_KEY)
  return at === undefined ? undefined : new Date(at)
}

/** Returns the size of the last backup; undefined without one, and after one by an earlier version. */
export async function readBackupBytes(db: Db): Promise<number | undefined> {
  const bytes = await readValue(db, BACKUP_BYTES_KEY)
  return bytes === undefined ? undefined : Number(bytes)
}
