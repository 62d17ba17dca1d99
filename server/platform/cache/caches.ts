import type { ChangeBus } from '../change-bus/change-bus.ts'
import { type Cache, type CacheFigures, type CacheOptions, createCache } from './cache.ts'

/** All caches of a node. */
export interface Caches {
  /** Returns the cache of this name, created by the first call. */
  open<Value>(options: CacheOptions<Value>): Cache<Value>
  figures(): ReadonlyMap<string, CacheFigures>
  clear(): void
}

/** Maps a cache's maximum age in milliseconds to the one it gets. Only tests and benchmarks change ages. */
export type CacheAge = (freshMs: number, name: string) => number

/** @param bus empties the caches by topic, and all that have topics when it loses its connection */
export function createCaches(
  bus: Pick<ChangeBus, 'on' | 'onListening' | 'isListening'>,
  age: CacheAge = (ms) => ms,
): Caches {
  const caches = new Map<string, Cache<never>>()
  return {
    open<Value>(options: CacheOptions<Value>) {
      const known = caches.get(options.name)
      if (known) return known as unknown as Cache<Value>
      const dependsOnBus = options.topics.length > 0
      const cache = createCache(
        { ...options, freshMs: age(options.freshMs ?? Number.POSITIVE_INFINITY, options.name) },
        () => !dependsOnBus || bus.isListening(),
      )
      bus.on(options.topics, () => cache.clear())
      if (dependsOnBus) bus.onListening(() => cache.clear())
      caches.set(options.name, cache as unknown as Cache<never>)
      return cache
    },
    figures: () => new Map([...caches].map(([name, cache]) => [name, cache.figures()])),
    clear() {
      for (const cache of caches.values()) cache.clear()
    },
  }
}
