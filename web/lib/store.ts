import { useSyncExternalStore } from 'react'

export interface Store<T> {
  get(): T
  set(next: T): void
  subscribe(listener: () => void): () => void
}

/** Creates a store outside React that components subscribe to with `useStore`. Setting an equal value notifies no subscribers. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const { notify, subscribe } = createListeners()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      notify()
    },
    subscribe,
  }
}

export function useStore<T>(store: Pick<Store<T>, 'get' | 'subscribe'>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get)
}

export interface MapStore<T> {
  get(key: string): T | undefined
  /** Sets several values, then notifies once; `undefined` removes a key. */
  set(...entries: readonly (readonly [key: string, value: T | undefined])[]): void
  entries(): Iterable<[string, T]>
  readonly size: number
  clear(): void
  subscribe(listener: () => void): () => void
  /** Renders the component again when the value of this key changes. */
  use(key: string): T | undefined
  /** Renders the component again after any change. */
  useAll(): void
}

/**
 * Creates a store of values by id, for as many subscribers as a screen has tiles: a change calls each of them, and those with
 * an unchanged value do not render. A Map, since an id may be `constructor`.
 */
export function createMapStore<T>(): MapStore<T> {
  const values = new Map<string, T>()
  const listeners = createListeners()
  const { subscribe } = listeners
  let version = 0
  const notify = () => {
    version += 1
    listeners.notify()
  }
  return {
    get: (key) => values.get(key),
    set(...entries) {
      const changed = entries.filter(([key, value]) => !Object.is(values.get(key), value))
      for (const [key, value] of changed) {
        if (value === undefined) values.delete(key)
        else values.set(key, value)
      }
      if (changed.length > 0) notify()
    },
    entries: () => values.entries(),
    get size() {
      return values.size
    },
    clear() {
      values.clear()
      notify()
    },
    subscribe,
    use: (key) => useSyncExternalStore(subscribe, () => values.get(key)),
    useAll: () => void useSyncExternalStore(subscribe, () => version),
  }
}

function createListeners() {
  const listeners = new Set<() => void>()
  return {
    notify() {
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
