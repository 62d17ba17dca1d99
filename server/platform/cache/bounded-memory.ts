/** A cache with a TTL and a size limit. When full, it evicts the oldest entries first. */
interface BoundedMemory<Value> {
  get(key: string): Value | undefined
  /** @param era the era when the value's read began; values read before the last `forget` are not cached */
  keep(key: string, value: Value, era: number): void
  /** The number of `forget` calls so far. */
  era(): number
  forget(): void
}

/**
 * @param options.max maximum total size of the cached values
 * @param options.keptMs TTL in milliseconds; 0 disables caching
 */
export function createBoundedMemory<Value>(options: {
  max: number
  keptMs: number
  sizeOf(value: Value): number
}): BoundedMemory<Value> {
  const kept = new Map<string, { value: Value; size: number; until: number }>()
  let size = 0
  let era = 0

  function drop(key: string): void {
    const old = kept.get(key)
    if (!old) return
    kept.delete(key)
    size -= old.size
  }

  return {
    get(key) {
      const held = kept.get(key)
      return held && held.until > Date.now() ? held.value : undefined
    },
    keep(key, value, readIn) {
      if (options.keptMs === 0 || readIn !== era) return
      drop(key)
      const added = options.sizeOf(value)
      kept.set(key, { value, size: added, until: Date.now() + options.keptMs })
      size += added
      for (const oldest of kept.keys()) {
        if (size <= options.max) break
        drop(oldest)
      }
    },
    era: () => era,
    forget() {
      kept.clear()
      size = 0
      era += 1
    },
  }
}
