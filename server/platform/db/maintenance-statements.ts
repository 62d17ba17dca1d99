import type { Background } from './engine.ts'
import type { CountedTable, SizedTable, Thresholds } from './maintenance-rules.ts'

/** The engine's counters for one table since the database was opened. */
export interface Counters {
  id: number
  name: string
  rows: number
  countedPages: number
  frozenPages: number
  age: number
  hasStatistics: boolean
  /** Changes of any kind since the last analyze of the whole table. */
  modified: number
  inserted: number
  /**
   * Rows deleted, and old versions of updated rows. Not n_dead_tup: analyze recounts line pointers left by a vacuum that
   * skipped indexes, so it would never reach 0.
   */
  dead: number
  /** Rows deleted, and updates that created index entries. */
  deadEntries: number
}

type Run = Background['run']

/** Reads autovacuum's settings, which the engine has although it does not run autovacuum. */
export async function readThresholds(run: Run): Promise<Thresholds> {
  const { rows } = await run(
    `select substr(name, 12) as name, setting::float8 as value from pg_settings where name like 'autovacuum\\_%' and vartype in ('integer', 'real')`,
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value])) as unknown as Thresholds
}

/**
 * Reads the counters of all tables, including system catalogs and TOAST tables. Uses functions instead of pg_stat_all_tables,
 * because its joins and sums take ten times as long. Sessions publish their counters after a second; the first statement
 * flushes them.
 */
export async function readCounters(run: Run): Promise<Counters[]> {
  await run('select pg_stat_force_next_flush()')
  const { rows } = await run(`
    select c.oid::int as id, format('%I.%I', n.nspname, c.relname) as name, c.reltuples::float8 as rows,
      c.relpages as "countedPages", c.relallfrozen as "frozenPages", age(c.relfrozenxid) as age,
      c.relkind <> 't' and c.oid <> 'pg_statistic'::regclass as "hasStatistics",
      pg_stat_get_mod_since_analyze(c.oid)::float8 as modified, pg_stat_get_ins_since_vacuum(c.oid)::float8 as inserted,
      (pg_stat_get_tuples_deleted(c.oid) + pg_stat_get_tuples_updated(c.oid))::float8 as dead,
      (pg_stat_get_tuples_deleted(c.oid) + pg_stat_get_tuples_updated(c.oid) - pg_stat_get_tuples_hot_updated(c.oid))::float8 as "deadEntries"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'm', 't') and c.relpersistence <> 't'`)
  return rows as unknown as Counters[]
}

/** Reads details needed only for due tables, since file access is slow. Omits tables dropped meanwhile. */
export async function readSizes(run: Run, tables: CountedTable[]): Promise<SizedTable[]> {
  if (tables.length === 0) return []
  const { rows } = await run(
    `
    select c.oid::int as id, pg_relation_size(c.oid) / current_setting('block_size')::int as pages,
      pg_indexes_size(c.oid) / current_setting('block_size')::int as "indexPages",
      array(select quote_ident(attname) from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped order by attnum) as columns,
      exists (select from pg_index i where i.indrelid = c.oid and i.indexprs is not null) as "hasIndexedExpressions",
      array(select i.indexrelid::regclass::text from pg_index i join pg_class x on x.oid = i.indexrelid join pg_am m on m.oid = x.relam
        where i.indrelid = c.oid and m.amname = 'hnsw') as "graphIndexes"
    from pg_class c where c.oid = any($1::oid[])`,
    [tables.map(({ id }) => id)],
  )
  const sizes = new Map(rows.map((row) => [row.id, row]))
  return tables.flatMap((table) => {
    const size = sizes.get(table.id)
    if (!size) return []
    const { pages, indexPages, ...rest } = size
    return [{ ...table, ...rest, pages: Number(pages), indexPages: Number(indexPages) } as SizedTable]
  })
}

/** Returns write-ahead log bytes since the last checkpoint. */
export async function readLogBytes(run: Run): Promise<number> {
  const { rows } = await run(
    'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()',
  )
  return Number(rows[0]?.bytes ?? 0)
}

const KEY = 'maintenance'

/** Returns the work left when the previous process ended, or null if unknown. */
export async function readNotes(run: Run): Promise<unknown> {
  const { rows } = await run('select value from settings where key = $1', [KEY])
  const value = rows[0]?.value
  return typeof value === 'string' ? JSON.parse(value) : null
}

export async function writeNotes(run: Run, notes: unknown): Promise<void> {
  await run(
    'insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
    [KEY, JSON.stringify(notes)],
  )
}
