import type { Engine } from './engine.ts'
import type { Maintenance } from './maintenance.ts'
import type { CountedTable } from './maintenance-rules.ts'

export interface Health {
  /** General facts, one line each. */
  facts: string[]
  /** Problems with their remedies, one line each. */
  problems: string[]
}

const MB = 2 ** 20
const LOG_MAX_MB = 256
const amount = (count: number) => count.toLocaleString('en')
const megabytes = (bytes: number) => `${Math.round(bytes / MB)} MB`

/** Returns the state of the database for operators. */
export async function databaseHealth(engine: Engine, maintenance: Maintenance | null): Promise<Health> {
  const { version, databaseBytes, logBytes } = await readSizesOnDisk(engine)
  const where = engine.kind === 'embedded' ? 'embedded' : 'separate server'
  const log = logBytes === null ? '' : `, write-ahead log ${megabytes(logBytes)}`
  const facts = [`PostgreSQL ${version}, ${where}: ${megabytes(databaseBytes)}${log}`]
  const problems: string[] = []
  if (maintenance) await addMaintenance(maintenance, facts, problems)
  else problems.push(...(await problemsOfServer(engine)))
  return { facts, problems }
}

async function addMaintenance(maintenance: Maintenance, facts: string[], problems: string[]): Promise<void> {
  const toRebuild = await maintenance.tablesToRebuild()
  const { steps, isStarted, due, tables, logBytes } = maintenance.report()
  const sum = (count: (table: CountedTable) => number) => amount(tables.reduce((all, table) => all + count(table), 0))
  facts.push(`Tables: ${sum(({ dead }) => dead)} dead rows, ${sum(({ modified }) => modified)} changed since analyze`)
  const last = Math.max(...Object.values(steps).map(({ lastAt }) => lastAt?.getTime() ?? 0))
  const [longest] = Object.values(steps).toSorted((a, b) => b.longestMs - a.longestMs)
  const work =
    last === 0
      ? ''
      : `last at ${new Date(last).toISOString()}, longest statement ${Math.round(longest?.longestMs ?? 0)} ms (${longest?.longest}), `
  facts.push(
    `Maintenance: ${isStarted ? 'running' : 'runs only while the server is running'}, ${work}${due.length} tables due`,
  )
  if (logBytes > LOG_MAX_MB * MB)
    problems.push(`${megabytes(logBytes)} were written without a checkpoint: see the server's log for why.`)
  for (const { name, failed } of maintenance.failures())
    problems.push(`${name} could not be vacuumed or analyzed (${failed}): see the server's log.`)
  for (const { table, graphs } of toRebuild)
    problems.push(
      `${graphs.join(', ')}: ${amount(table.deadEntries)} dead entries with ${amount(Math.max(table.rows, 0))} rows. Restart the server at a quiet hour; it then rebuilds the index.`,
    )
}

async function problemsOfServer(engine: Engine): Promise<string[]> {
  const { isAutovacuumOn, tables } = await readTroubledTables(engine)
  const problems = isAutovacuumOn ? [] : ['autovacuum is off; turn it on in postgresql.conf.']
  for (const { name, dead, live, wasAnalyzed } of tables)
    problems.push(
      wasAnalyzed
        ? `${name} has ${amount(dead)} dead rows beside ${amount(live)}: look for transactions that stay open, or run vacuum.`
        : `${name} has ${amount(live)} rows and was never analyzed: run analyze.`,
    )
  return problems
}

/** `logBytes` is null if the account has no permission to list the log files. */
async function readSizesOnDisk(
  engine: Engine,
): Promise<{ version: string; databaseBytes: number; logBytes: number | null }> {
  const { rows } = await engine.executeSql(
    `select split_part(current_setting('server_version'), ' ', 1) as version, pg_database_size(current_database())::float8 as bytes`,
  )
  const log = await engine
    .executeSql('select coalesce(sum(size), 0)::float8 as bytes from pg_ls_waldir()')
    .catch(() => ({ rows: [] }))
  const [{ version, bytes } = {}] = rows
  return {
    version: String(version),
    databaseBytes: Number(bytes),
    logBytes: log.rows[0] ? Number(log.rows[0].bytes) : null,
  }
}

/** On PostgreSQL: tables that autovacuum should have processed by now. */
async function readTroubledTables(engine: Engine): Promise<{
  isAutovacuumOn: boolean
  tables: { name: string; dead: number; live: number; wasAnalyzed: boolean }[]
}> {
  const { rows } = await engine.executeSql(`
    select format('%I.%I', schemaname, relname) as name, n_dead_tup::float8 as dead, n_live_tup::float8 as live,
      coalesce(last_autoanalyze, last_analyze) is not null as "wasAnalyzed"
    from pg_stat_user_tables
    where n_dead_tup > 10000 and n_dead_tup > n_live_tup / 2
      or n_live_tup > 10000 and coalesce(last_autoanalyze, last_analyze) is null
    order by n_dead_tup desc limit 20`)
  const on = await engine.executeSql(`select current_setting('autovacuum') = 'on' as "isOn"`)
  return { isAutovacuumOn: on.rows[0]?.isOn === true, tables: rows as never }
}
