import { Gauge, type Registry } from 'prom-client'
import type { Db } from '../db/db.ts'
import { type JobFigures, readJobFigures, readLastBackup } from '../jobs/job-figures.ts'
import type { JobKind } from '../jobs/jobs.ts'

/** Registers metrics of the job queue and of the last backup, read from the database on each scrape; empty while it is down. */
export function registerQueueMetrics(registry: Registry, db: Db, kinds: readonly JobKind[]): void {
  const registers = [registry]
  let reading: Promise<JobFigures[]> | undefined
  // Metrics are collected concurrently: share one query.
  const figures = () => {
    reading ??= readJobFigures(db)
      .catch((): JobFigures[] => [])
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  new Gauge({
    name: 'memeroom_jobs',
    help: 'Jobs by kind and state: waiting, active, or failed within the last hour (nightly jobs: 25 hours)',
    labelNames: ['kind', 'state'],
    registers,
    async collect() {
      const found = await figures()
      this.reset()
      for (const { kind, ...counts } of found)
        for (const state of ['waiting', 'active', 'failed'] as const) this.set({ kind, state }, counts[state])
    },
  })
  new Gauge({
    name: 'memeroom_jobs_oldest_seconds',
    help: 'Time since the oldest waiting job of a kind became due',
    labelNames: ['kind'],
    registers,
    async collect() {
      const found = await figures()
      this.reset()
      for (const { kind, oldestSeconds } of found) this.set({ kind }, oldestSeconds)
    },
  })
  new Gauge({
    name: 'memeroom_job_backlog',
    help: 'Rows that wait for the next runs of a recurring job, such as memes to compare',
    labelNames: ['kind'],
    registers,
    async collect() {
      this.reset()
      for (const { name, countBacklog } of kinds) {
        const rows = await countBacklog?.(db).catch(() => undefined)
        if (rows !== undefined) this.set({ kind: name }, rows)
      }
    },
  })
  new Gauge({
    name: 'memeroom_last_backup_timestamp_seconds',
    help: 'Time of the last backup; absent without one',
    registers,
    async collect() {
      this.remove()
      const last = await readLastBackup(db).catch(() => undefined)
      if (last) this.set(last.getTime() / 1000)
    },
  })
}
