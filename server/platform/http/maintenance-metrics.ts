import { Counter, Gauge, type Registry } from 'prom-client'
import { type MaintenanceReport, STEP_KINDS } from '../db/maintenance-report.ts'
import type { CountedTable } from '../db/maintenance-rules.ts'

const PREFIX = 'memeroom_maintenance_'

/** Registers metrics of the embedded engine's maintenance, collected on each scrape. */
export function registerMaintenanceMetrics(registry: Registry, maintenance: { report(): MaintenanceReport }): void {
  const registers = [registry]
  const byKind = { labelNames: ['kind'], registers } as const
  const counter = (name: string, help: string, of: (step: MaintenanceReport['steps']['vacuum']) => number) =>
    new Counter({
      ...byKind,
      name: `${PREFIX}${name}`,
      help,
      collect() {
        this.reset()
        for (const kind of STEP_KINDS) this.inc({ kind }, of(maintenance.report().steps[kind]))
      },
    })
  counter('runs_total', 'Maintenance statements, by kind', ({ count }) => count)
  counter('seconds_total', 'Time spent in maintenance statements, by kind', ({ totalMs }) => totalMs / 1000)
  new Gauge({
    ...byKind,
    name: `${PREFIX}longest_seconds`,
    help: 'Longest maintenance statement since the start, by kind',
    collect() {
      for (const kind of STEP_KINDS) this.set({ kind }, maintenance.report().steps[kind].longestMs / 1000)
    },
  })
  new Gauge({
    ...byKind,
    name: `${PREFIX}last_timestamp_seconds`,
    help: 'Time at which the last maintenance statement ended, by kind',
    collect() {
      for (const kind of STEP_KINDS) {
        const { lastAt } = maintenance.report().steps[kind]
        if (lastAt) this.set({ kind }, lastAt.getTime() / 1000)
      }
    },
  })
  const gauge = (name: string, help: string, read: (report: MaintenanceReport) => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read(maintenance.report()))
      },
    })
  gauge(
    `${PREFIX}held_up_seconds`,
    'Longest wait for maintenance since the start',
    (report) => report.longestBlockedMs / 1000,
  )
  gauge(`${PREFIX}due_tables`, 'Tables due for vacuum or analyze', ({ due }) => due.length)
  gauge('memeroom_database_log_bytes', 'Write-ahead log written since the last checkpoint', ({ logBytes }) => logBytes)
  const byTable = (name: string, help: string, read: (table: CountedTable) => number) =>
    new Gauge({
      name: `memeroom_database_${name}`,
      help,
      labelNames: ['table'],
      registers,
      collect() {
        this.reset()
        for (const table of maintenance.report().tables)
          if (!table.name.startsWith('pg_')) this.set({ table: table.name }, read(table))
      },
    })
  byTable('dead_rows', 'Rows deleted and updated since the last vacuum, by table', ({ dead }) => dead)
  byTable('dead_index_entries', 'Index entries of deleted rows, by table', ({ deadEntries }) => deadEntries)
  byTable('unanalyzed_rows', 'Rows changed since the last analyze, by table', ({ modified }) => modified)
}
