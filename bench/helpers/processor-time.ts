import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { processorMsOf } from './process-figures.ts'

/**
 * Milliseconds of processor that this process and the backends of its database have used until now. Backends are counted where
 * they run on the same Linux machine.
 */
export async function processorMs(db: Db, engine: 'postgres' | 'embedded'): Promise<number> {
  const { user, system } = process.cpuUsage()
  const own = (user + system) / 1000
  if (engine === 'embedded') return own
  const found = await sql<{
    pid: number
  }>`select pid from pg_stat_activity where datname = current_database()`.execute(db)
  return own + found.rows.reduce((sum, { pid }) => sum + processorMsOf(pid), 0)
}
