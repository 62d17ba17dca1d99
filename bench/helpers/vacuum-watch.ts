import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

const SAMPLED_EVERY_MS = 200
const LARGEST = 5

/** What autovacuum did to one table, as sampled. */
export interface VacuumRun {
  table: string
  isAnalyze: boolean
  ms: number
}

/**
 * Samples what the workers of autovacuum do: PostgreSQL 17 counts their runs, not their time. Runs shorter than a sample may be missed, and
 * a worker that vacuums and then analyzes a table counts as one run.
 */
export function watchVacuums(db: Db): { take(): VacuumRun[]; stop(): Promise<void> } {
  const going = new Map<string, VacuumRun & { began: number }>()
  let done: VacuumRun[] = []
  let isStopped = false
  const sample = async () => {
    const found = await sql<{ pid: number; began: string; query: string }>`
      select pid, query_start::text as began, query from pg_stat_activity
      where backend_type = 'autovacuum worker' and datname = current_database() and query <> ''`.execute(db)
    const now = performance.now()
    const seen = new Set<string>()
    for (const { pid, began, query } of found.rows) {
      const key = `${pid} ${began} ${query}`
      seen.add(key)
      const table = /ANALYZE \w+\.(\w+)|VACUUM \w+\.(\w+)/.exec(query)?.slice(1).find(Boolean) ?? query
      const run = going.get(key) ?? { table, isAnalyze: !query.includes('VACUUM'), ms: 0, began: now }
      going.set(key, { ...run, ms: now - run.began + SAMPLED_EVERY_MS })
    }
    for (const [key, run] of going) {
      if (seen.has(key)) continue
      going.delete(key)
      done.push(run)
    }
  }
  const sampling = (async () => {
    while (!isStopped) {
      await sample()
      await new Promise((resolve) => setTimeout(resolve, SAMPLED_EVERY_MS))
    }
  })()
  return {
    take() {
      const taken = done
      done = []
      return taken
    },
    async stop() {
      isStopped = true
      await sampling
    },
  }
}

/** What a database's tables are like at one moment. */
export interface TableFigures {
  dead: number
  deadByTable: Map<string, number>
  vacuums: number
  analyzes: number
  /** Bytes by the name of a table, without its indexes, or of an index. */
  bytes: Map<string, number>
  /** Position in the write-ahead log. */
  walBytes: number
}

export async function readTables(db: Db): Promise<TableFigures> {
  const tables = await sql<{ name: string; dead: number; vacuums: number; analyzes: number }>`
    select relname as name, n_dead_tup::float8 as dead, autovacuum_count::int as vacuums, autoanalyze_count::int as analyzes from pg_stat_user_tables`.execute(
    db,
  )
  const sizes = await sql<{ name: string; bytes: number }>`
    select c.relname as name, case c.relkind when 'r' then pg_table_size(c.oid) else pg_relation_size(c.oid) end::float8 as bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'i') and n.nspname in ('public', 'jobs')`.execute(db)
  const wal = await sql<{
    bytes: number
  }>`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes`.execute(db)
  const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
  return {
    dead: sum(tables.rows.map(({ dead }) => dead)),
    deadByTable: new Map(tables.rows.map(({ name, dead }) => [name, dead])),
    vacuums: sum(tables.rows.map(({ vacuums }) => vacuums)),
    analyzes: sum(tables.rows.map(({ analyzes }) => analyzes)),
    bytes: new Map(sizes.rows.map(({ name, bytes }) => [name, bytes])),
    walBytes: wal.rows[0]?.bytes ?? 0,
  }
}

/** The names of the largest tables and indexes. */
export const largestOf = (bytes: Map<string, number>): string[] =>
  [...bytes]
    .sort(([, a], [, b]) => b - a)
    .slice(0, LARGEST)
    .map(([name]) => name)
