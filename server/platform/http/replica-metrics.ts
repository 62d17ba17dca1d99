import { Counter, Gauge, type Registry } from 'prom-client'
import type { Reads } from '../db/replica/reads.ts'

const MS_PER_SECOND = 1000

/** Registers metrics of the database replica; none without a replica. */
export function registerReplicaMetrics(registry: Registry, reads: Reads): void {
  if (!reads.hasReplica) return
  const registers = [registry]
  new Gauge({
    name: 'memeroom_replica_lag_seconds',
    help: 'Upper bound of the lag of the database replica; absent while it does not respond',
    registers,
    collect() {
      this.remove()
      const lagMs = reads.figures()?.lagMs ?? null
      if (lagMs !== null) this.set(lagMs / MS_PER_SECOND)
    },
  })
  new Gauge({
    name: 'memeroom_replica_used',
    help: '1 while lists and pages are read from the replica of the database',
    registers,
    collect() {
      this.set(reads.figures()?.problem === null ? 1 : 0)
    },
  })
  new Counter({
    name: 'memeroom_reads_total',
    help: 'Reads of lists and pages, by server; again: repeated on the primary after a failure on the replica',
    labelNames: ['from'],
    registers,
    collect() {
      this.reset()
      for (const [from, count] of Object.entries(reads.figures()?.counts ?? {})) this.inc({ from }, count)
    },
  })
}
