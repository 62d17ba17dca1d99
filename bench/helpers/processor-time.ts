import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** Ticks of a second in /proc. */
const TICKS_PER_SECOND = 100

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
  return own + found.rows.reduce((sum, { pid }) => sum + backendMs(pid), 0)
}

function backendMs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1000
  } catch {
    return 0
  }
}
