/**
 * Rules for when a table is due, and which statements its maintenance takes. Pure functions on catalog numbers.
 * The formulas are autovacuum's (PostgreSQL manual, "Routine Vacuuming", section "The Autovacuum Daemon"):
 *   vacuum         dead rows                    > threshold + scale factor × rows, at most the maximum threshold
 *   insert vacuum  rows inserted since a vacuum > insert threshold + insert scale factor × rows × share of pages not frozen
 *   analyze        rows changed since analyze   > analyze threshold + analyze scale factor × rows
 * where rows is pg_class.reltuples, and 0 for a table that was never vacuumed or analyzed (-1).
 */

/** autovacuum's settings, named as in pg_settings without `autovacuum_`. */
export interface Thresholds {
  vacuum_threshold: number
  vacuum_scale_factor: number
  /** -1: no maximum. */
  vacuum_max_threshold: number
  /** -1: inserts do not trigger a vacuum. */
  vacuum_insert_threshold: number
  vacuum_insert_scale_factor: number
  analyze_threshold: number
  analyze_scale_factor: number
  freeze_max_age: number
}

/** Changes in a table since its last maintenance. */
export interface Changes {
  /** Rows inserted, updated and deleted since the last analyze. */
  modified: number
  /** Rows inserted since the last vacuum. */
  inserted: number
  /** Rows deleted, and old versions of rows updated, since the last vacuum. */
  dead: number
  /** Dead index entries: of deleted rows, and of old row versions with changed indexed columns. */
  deadEntries: number
}

/** Rule for the interval between checks: at least `everyMs` and `usedMs` of connection use, but at most `mostMs`. */
export interface CheckRule {
  everyMs: number
  usedMs: number
  mostMs: number
}

/**
 * An unused database has not changed, and a check takes longer than most of an idle site's other work. autovacuum checks once a
 * minute.
 */
export const CHECK_RULES = {
  log: { everyMs: 1000, usedMs: 100, mostMs: 60_000 },
  tables: { everyMs: 10_000, usedMs: 500, mostMs: 60_000 },
} as const satisfies Record<string, CheckRule>

export const isCheckDue = (since: { elapsedMs: number; usedMs: number }, rule: CheckRule): boolean =>
  since.elapsedMs >= rule.mostMs || (since.elapsedMs >= rule.everyMs && since.usedMs >= rule.usedMs)

/** A table as described by the catalog and the counters. */
export interface CountedTable extends Changes {
  /** Its pg_class oid. */
  id: number
  /** Qualified and quoted. */
  name: string
  /** Row count at the last vacuum or analyze, or -1. */
  rows: number
  /** Page count at that time, and the number of frozen pages. */
  countedPages: number
  frozenPages: number
  /** Transactions since the oldest unfrozen row. */
  age: number
  /** False for TOAST tables and pg_statistic, which are vacuumed but not analyzed. */
  hasStatistics: boolean
  /** Changes are unknown because the previous process ended without storing them. */
  isUnknown: boolean
}

/** A table with the details that determine the cost of its maintenance. */
export interface SizedTable extends CountedTable {
  pages: number
  indexPages: number
  columns: string[]
  /** Analyzing all columns at once would compute an indexed expression for each sampled row. */
  hasIndexedExpressions: boolean
  /** HNSW indexes: removing one entry takes about 25 ms, so a vacuum of thousands takes many seconds. */
  graphIndexes: string[]
}

/** Target for the longest maintenance statement while requests may be waiting, in milliseconds. */
export const SLICE_MS = 50
// Measured with PGlite 0.5 on an AMD EPYC, 20,000 memes and 200,000 actions.
const MS_PER_PAGE = 0.009
const MS_PER_ROW = 0.001
const MS_PER_VALUE = 0.0008
const MS_PER_PRUNED_PAGE = 0.018
const MS_PER_VACUUMED_PAGE = 0.025
const ROWS_PER_TARGET = 300
/** default_statistics_target, and lower targets for tables that would take too long to sample. */
const TARGETS = [100, 50, 25]
const LOWEST_TARGET = 10
/** When dead index entries reach this multiple of the rows, cleanup no longer waits for a quiet moment. */
const URGENT_SHARE = 1

const ROWS_OF_A_PAGE = 60
const rowsOf = (table: CountedTable) => Math.max(table.rows, 0)

/** Estimates the current row count from rows per page; only for cost estimates. */
function estimatedRows(table: SizedTable): number {
  if (table.rows < 0 || table.countedPages === 0) return table.pages * ROWS_OF_A_PAGE
  return (table.rows / table.countedPages) * table.pages
}

function vacuumLimit(table: CountedTable, by: Thresholds): number {
  const limit = by.vacuum_threshold + by.vacuum_scale_factor * rowsOf(table)
  return by.vacuum_max_threshold >= 0 ? Math.min(limit, by.vacuum_max_threshold) : limit
}

export function isVacuumDue(table: CountedTable, by: Thresholds): boolean {
  if (table.isUnknown || table.age > by.freeze_max_age || table.dead > vacuumLimit(table, by)) return true
  if (by.vacuum_insert_threshold < 0) return false
  const unfrozen = table.countedPages > 0 ? 1 - Math.min(table.frozenPages / table.countedPages, 1) : 1
  return table.inserted > by.vacuum_insert_threshold + by.vacuum_insert_scale_factor * rowsOf(table) * unfrozen
}

export function isAnalyzeDue(table: CountedTable, by: Thresholds): boolean {
  if (!table.hasStatistics) return false
  return table.isUnknown || table.modified > by.analyze_threshold + by.analyze_scale_factor * rowsOf(table)
}

/** Returns true if index cleanup is due. Applies the dead-row formula to dead index entries. */
export function isIndexCleanupDue(table: CountedTable, by: Thresholds): boolean {
  return table.deadEntries > vacuumLimit(table, by)
}

/** One maintenance statement and its estimated duration. */
export interface Slice {
  kind: 'vacuum' | 'prune' | 'analyze'
  statement: string
  expectedMs: number
  /** The statistics target, for analyze. */
  target?: number
  /** For a table's last analyze: whether it covered all columns at once, in which case the engine resets its counter. */
  completes?: 'at once' | 'by columns'
}

/**
 * Returns the vacuum statement that this table needs now, or null. `prune` removes dead rows from changed pages but leaves
 * their index entries. `vacuum` also removes the entries, for which it reads every index completely. On a large table it waits
 * for `isQuiet`, or until there are as many dead entries as rows. HNSW indexes are never cleaned here; see graphsToRebuild.
 */
export function vacuumSlice(table: SizedTable, by: Thresholds, isQuiet: boolean): Slice | null {
  if (table.pages === 0) return null
  const isDue = isVacuumDue(table, by)
  const expectedMs = MS_PER_VACUUMED_PAGE * (table.pages + table.indexPages)
  const isUrgent = table.deadEntries > by.vacuum_threshold + URGENT_SHARE * rowsOf(table)
  const isCleanup =
    expectedMs <= SLICE_MS
      ? isDue || isIndexCleanupDue(table, by)
      : (isQuiet || isUrgent) && isIndexCleanupDue(table, by)
  if (isCleanup && table.graphIndexes.length === 0)
    return { kind: 'vacuum', statement: `vacuum (process_toast off) ${table.name}`, expectedMs }
  if (!isDue) return null
  const statement = `vacuum (index_cleanup off, truncate off, process_toast off) ${table.name}`
  return { kind: 'prune', statement, expectedMs: MS_PER_PRUNED_PAGE * table.pages }
}

/** Returns HNSW indexes with many dead entries, to be rebuilt before serving requests. */
export function graphsToRebuild(table: SizedTable, by: Thresholds): string[] {
  return isIndexCleanupDue(table, by) ? table.graphIndexes : []
}

/**
 * Returns the statements that analyze this table: all columns at once if that is quick, otherwise some at a time, with a
 * smaller sample if even one column would take too long.
 */
export function analyzeSlices(table: SizedTable): Slice[] {
  const { name, columns, pages } = table
  if (pages === 0 || columns.length === 0) return []
  const costOf = (target: number, count: number) => {
    const sample = ROWS_PER_TARGET * target
    return (
      MS_PER_PAGE * Math.min(pages, sample) +
      Math.min(estimatedRows(table), sample) * (MS_PER_ROW + MS_PER_VALUE * count)
    )
  }
  const target = TARGETS.find((each) => costOf(each, 1) <= SLICE_MS) ?? LOWEST_TARGET
  const all = costOf(target, columns.length)
  if (all <= SLICE_MS && !table.hasIndexedExpressions)
    return [{ kind: 'analyze', statement: `analyze ${name}`, expectedMs: all, target, completes: 'at once' }]
  let count = 1
  while (count < columns.length && costOf(target, count + 1) <= SLICE_MS) count += 1
  return Array.from({ length: Math.ceil(columns.length / count) }, (_, index) => {
    const some = columns.slice(index * count, (index + 1) * count)
    const expectedMs = costOf(target, some.length)
    const isLast = (index + 1) * count >= columns.length
    const statement = `analyze ${name} (${some.join(', ')})`
    return { kind: 'analyze', statement, expectedMs, target, ...(isLast ? { completes: 'by columns' } : {}) }
  })
}

/**
 * Returns all maintenance due for one table, in order. An analyze follows every vacuum: a vacuum extrapolates the row count of
 * skipped pages, and if dead entries prevent skipping certain pages, its estimate drifts with each run. Analyze corrects it.
 */
export function slicesOf(table: SizedTable, by: Thresholds, isQuiet: boolean): Slice[] {
  const vacuum = vacuumSlice(table, by, isQuiet)
  const analyze = analyzeSlices(table)
  const wanted = isAnalyzeDue(table, by) ? analyze : vacuum ? analyze.slice(0, 1) : []
  return [...(vacuum ? [vacuum] : []), ...(table.hasStatistics ? wanted : [])]
}
