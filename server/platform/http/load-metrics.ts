import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Deps } from '../deps.ts'
import { type Gate, REQUEST_KINDS } from '../load/gate.ts'

/** Registers metrics of resources that a node can run short of: request slots, database connections and storage. */
export function registerLoadMetrics(
  registry: Registry,
  { connections, storageObserver }: Pick<Deps, 'connections' | 'storageObserver'>,
  gate: Gate,
): void {
  const registers = [registry]
  for (const [state, help] of [
    ['running', 'Requests being processed, by kind'],
    ['waiting', 'Requests waiting in the queue, by kind'],
  ] as const)
    new Gauge({
      name: `memeroom_requests_${state}`,
      help,
      labelNames: ['kind'],
      registers,
      collect() {
        for (const kind of REQUEST_KINDS) this.set({ kind }, gate.figures(kind)[state])
      },
    })
  new Counter({
    name: 'memeroom_requests_refused_total',
    help: 'Requests answered with 503 because the node was busy, by kind',
    labelNames: ['kind'],
    registers,
    collect() {
      this.reset()
      for (const kind of REQUEST_KINDS) this.inc({ kind }, gate.figures(kind).refused)
    },
  })
  new Gauge({
    name: 'memeroom_overloaded',
    help: '1 while the node refuses requests and is not ready',
    registers,
    collect() {
      this.set(gate.isOverloaded() ? 1 : 0)
    },
  })
  new Gauge({
    name: 'memeroom_database_connections',
    help: 'Database connections by pool and state: in use, waited for, or maximum',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const { pool, most, inUse, waiting } of connections.figures()) {
        this.set({ pool, state: 'most' }, most)
        this.set({ pool, state: 'in_use' }, inUse)
        this.set({ pool, state: 'waiting' }, waiting)
      }
    },
  })
  const storage = new Histogram({
    name: 'memeroom_storage_duration_seconds',
    help: 'Calls to the storage of pictures, by operation and outcome',
    labelNames: ['operation', 'outcome'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  })
  storageObserver.onEnd = (operation, outcome, seconds) => storage.labels(operation, outcome).observe(seconds)
}
