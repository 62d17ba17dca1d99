import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { processorMsOf } from './process-figures.ts'

/** CPU time at the last query of each backend, by its id and start time: pools close idle backends. */
const used = new Map<string, number>()

/**
 * CPU milliseconds that this process and the backends of its database have used so far. Backends are counted if they run on the
 * same Linux machine, except PostgreSQL's own background processes such as autovacuum.
 */
export async function processorMs(db: Db, engine: 'postgres' | 'embedded'): Promise<number> {
  const { user, system } = process.cpuUsage()
  const own = (user + system) / 1000
  if (engine === 'embedded') return own
  const found = await sql<{ pid: number; began: string }>`
    select pid, backend_start::text as began from pg_stat_activity
    where datname = current_database() and backend_type in ('client backend', 'parallel worker')`.execute(db)
  for (const { pid, began } of found.rows) {
    const backend = `${pid} ${began}`
    used.set(backend, Math.max(used.get(backend) ?? 0, processorMsOf(pid)))
  }
  return own + [...used.values()].reduce((sum, ms) => sum + ms, 0)
}
