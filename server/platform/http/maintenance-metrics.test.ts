import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { createReport, note } from '../db/maintenance-report.ts'
import { registerMaintenanceMetrics } from './maintenance-metrics.ts'

test('metrics report maintenance and every table except system tables', async () => {
  const report = createReport()
  const registry = new Registry()
  registerMaintenanceMetrics(registry, { report: () => report })
  note(report, 'vacuum', { statement: 'vacuum public.memes', ms: 30, blockedMs: 0 })
  note(report, 'vacuum', { statement: 'vacuum public.users', ms: 10, blockedMs: 10 })
  const table = {
    ...{ id: 1, rows: 100, countedPages: 2, frozenPages: 0, age: 1, hasStatistics: true, isUnknown: false },
    ...{ modified: 3, inserted: 0, dead: 5, deadEntries: 7 },
  }
  report.tables = [
    { ...table, name: 'public.memes' },
    { ...table, name: 'pg_catalog.pg_class' },
  ]
  report.due = [{ ...table, name: 'public.memes' }]
  report.logBytes = 4096

  for (const read of ['first', 'second']) {
    const lines = (await registry.metrics()).split('\n')
    expect(lines, read).toEqual(
      expect.arrayContaining([
        'memeroom_maintenance_runs_total{kind="vacuum"} 2',
        'memeroom_maintenance_seconds_total{kind="vacuum"} 0.04',
        'memeroom_maintenance_longest_seconds{kind="vacuum"} 0.03',
        'memeroom_maintenance_held_up_seconds 0.01',
        'memeroom_maintenance_due_tables 1',
        'memeroom_database_log_bytes 4096',
        'memeroom_database_dead_rows{table="public.memes"} 5',
        'memeroom_database_dead_index_entries{table="public.memes"} 7',
        'memeroom_database_unanalyzed_rows{table="public.memes"} 3',
      ]),
    )
    expect(lines.join('\n')).not.toContain('pg_class')
    expect(lines.some((line) => line.startsWith('memeroom_maintenance_last_timestamp_seconds{kind="vacuum"}'))).toBe(
      true,
    )
    expect(lines.some((line) => line.startsWith('memeroom_maintenance_last_timestamp_seconds{kind="analyze"}'))).toBe(
      false,
    )
  }
})
