import { useCallback, useSyncExternalStore } from 'react'

export interface KeyedStore<T> {
  get(key: string): T | undefined
  /** `undefined` removes the key. */
  set(key: string, value: T | undefined): void
  clear(): void
  subscribe(key: string, listener: () => void): () => void
}

/** Creates a store of values by id outside React. A change only notifies subscribers of that id, however many tiles are shown. */
export function createKeyedStore<T>(): KeyedStore<T> {
  const values = new Map<string, T>()
  const listeners = new Map<string, Set<() => void>>()
  const notify = (key: string) => {
    for (const listener of [...(listeners.get(key) ?? [])]) listener()
  }
  return {
    get: (key) => values.get(key),
    set(key, value) {
      if (Object.is(values.get(key), value)) return
      if (value === undefined) values.delete(key)
      else values.set(key, value)
      notify(key)
    },
    clear() {
      const keys = [...values.keys()]
      values.clear()
      keys.forEach(notify)
    },
    subscribe(key, listener) {
      const own = listeners.get(key) ?? new Set()
      listeners.set(key, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size === 0) listeners.delete(key)
      }
    },
  }
}

export function useKeyed<T>(store: KeyedStore<T>, key: string): T | undefined {
  const subscribe = useCallback((listener: () => void) => store.subscribe(key, listener), [store, key])
  return useSyncExternalStore(subscribe, () => store.get(key))
}
