import { Counter, Gauge, type Registry } from 'prom-client'
import type { Caches } from '../cache/caches.ts'

/** Registers metrics of the node's caches, by name. */
export function registerCacheMetrics(registry: Registry, caches: Caches): void {
  const registers = [registry]
  new Counter({
    name: 'memeroom_cache_lookups_total',
    help: 'Lookups in the caches of this node, by cache and result: hit or miss',
    labelNames: ['cache', 'result'],
    registers,
    collect() {
      this.reset()
      for (const [cache, { hits, misses }] of caches.figures()) {
        this.inc({ cache, result: 'hit' }, hits)
        this.inc({ cache, result: 'miss' }, misses)
      }
    },
  })
  for (const [figure, help] of [
    ['entries', 'Entries in the caches of this node'],
    ['size', 'Size of the caches of this node, in the unit of their limit'],
  ] as const)
    new Gauge({
      name: `memeroom_cache_${figure}`,
      help,
      labelNames: ['cache'],
      registers,
      collect() {
        for (const [cache, figures] of caches.figures()) this.set({ cache }, figures[figure])
      },
    })
}
