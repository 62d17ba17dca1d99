import { LRUCache } from 'lru-cache'
import type { TopicName } from '../change-bus/topics.ts'

export interface CacheOptions<Value> {
  /** Unique in the process; the label of its metrics. */
  name: string
  /** Maximum total size of the entries; the least recently used are evicted. */
  max: number
  /** Size of an entry; 1 by default. */
  sizeOf?: (value: Value) => number
  /** Maximum age in milliseconds; infinite by default, for values that never change. */
  freshMs?: number
  /** Period after `freshMs` in which a stale value is served while a new one is read in the background. */
  staleMs?: number
  /** The changes that empty it. While the node cannot receive changes, a cache with topics is empty and off. */
  topics: readonly TopicName[]
}

export interface CacheFigures {
  hits: number
  misses: number
  entries: number
  size: number
}

export interface Cache<Value> {
  get(key: string): Value | undefined
  /** Returns an entry of any age. */
  peek(key: string): Value | undefined
  /** @param era `era()` from before the value was read; a value read before the last emptying is not stored */
  set(key: string, value: Value, era: number): void
  /** Returns the entry, or reads it, once for all concurrent requests. Failures are not stored. */
  fetch(key: string, read: () => Promise<Value>): Promise<Value>
  /** The number of times the cache was emptied. */
  era(): number
  /** Makes an entry stale if it is old enough: the next `fetch` reads a new one, and still serves it within `staleMs`. */
  expire(key: string, minAgeMs?: number): void
  clear(): void
  figures(): CacheFigures
}

interface Entry<Value> {
  value: Value
  /** By `performance.now()`: the system's time can jump, which would keep entries for as long. */
  madeAt: number
}

/** @param isOn false while nothing may be stored */
export function createCache<Value>(
  {
    max,
    sizeOf = () => 1,
    freshMs = Number.POSITIVE_INFINITY,
    staleMs = 0,
  }: Omit<CacheOptions<Value>, 'topics' | 'name'>,
  isOn: () => boolean,
): Cache<Value> {
  const entries = new LRUCache<string, Entry<Value>>({
    maxSize: max,
    sizeCalculation: ({ value }) => Math.max(1, Math.ceil(sizeOf(value))),
  })
  const reading = new Map<string, Promise<Value>>()
  let era = 0
  let hits = 0
  let misses = 0

  /** Returns an entry that is younger than `maxAgeMs`. */
  function find(key: string, maxAgeMs: number): Entry<Value> | undefined {
    const entry = isOn() ? entries.get(key) : undefined
    if (!entry || performance.now() - entry.madeAt < maxAgeMs) return entry
    if (performance.now() - entry.madeAt >= freshMs + staleMs) entries.delete(key)
    return undefined
  }

  function set(key: string, value: Value, readIn: number, madeAt = performance.now()): void {
    if (freshMs > 0 && readIn === era && isOn()) entries.set(key, { value, madeAt })
  }

  function count<Found>(found: Found): Found {
    if (found === undefined) misses += 1
    else hits += 1
    return found
  }

  function share(key: string, read: () => Promise<Value>): Promise<Value> {
    const running = reading.get(key)
    if (running) return running
    const [readIn, madeAt] = [era, performance.now()]
    const made = read()
      .then((value) => {
        set(key, value, readIn, madeAt)
        return value
      })
      .finally(() => {
        if (reading.get(key) === made) reading.delete(key)
      })
    reading.set(key, made)
    return made
  }

  return {
    get: (key) => count(find(key, freshMs)?.value),
    peek: (key) => (isOn() ? entries.peek(key)?.value : undefined),
    set: (key, value, readIn) => set(key, value, readIn),
    async fetch(key, read) {
      const entry = count(find(key, freshMs + staleMs))
      if (entry && performance.now() - entry.madeAt < freshMs) return entry.value
      if (!isOn()) return read()
      const next = share(key, read)
      if (!entry) return next
      // Requests that wait for it receive its error; this one has an older value.
      next.catch(() => {})
      return entry.value
    },
    era: () => era,
    expire(key, minAgeMs = 0) {
      const entry = entries.peek(key)
      if (!entry || performance.now() - entry.madeAt < minAgeMs) return
      entry.madeAt = Math.min(entry.madeAt, performance.now() - freshMs)
      // Reads in progress began before the change.
      era += 1
      reading.delete(key)
    },
    clear() {
      era += 1
      entries.clear()
      reading.clear()
    },
    figures: () => ({ hits, misses, entries: entries.size, size: entries.calculatedSize }),
  }
}
