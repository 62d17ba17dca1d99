import type { CacheName } from './storage-registry.ts'

/** Returns true if cache storage is available; pages over plain HTTP have none. Used by pages and the service worker. */
export const hasCacheStorage = (): boolean => 'caches' in globalThis

export const openCache = (name: CacheName): Promise<Cache> => caches.open(name)
export const hasCache = (name: CacheName): Promise<boolean> => caches.has(name)
export const deleteCache = (name: CacheName): Promise<boolean> => caches.delete(name)

/** Ignores the Vary header: responses that differ by request use different keys. */
export const findCached = (name: CacheName, url: string): Promise<Response | undefined> =>
  caches.match(url, { cacheName: name, ignoreVary: true })
