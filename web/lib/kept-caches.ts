import type { CacheName } from './storage-registry.ts'

/** The storage of caches, for pages and for the service worker; pages over plain HTTP have none. */
export const hasCaches = (): boolean => 'caches' in globalThis

export const openCache = (name: CacheName): Promise<Cache> => caches.open(name)
export const isCacheKept = (name: CacheName): Promise<boolean> => caches.has(name)
export const deleteCache = (name: CacheName): Promise<boolean> => caches.delete(name)

/** What differs by request is kept under addresses of its own. */
export const findCached = (name: CacheName, url: string): Promise<Response | undefined> =>
  caches.match(url, { cacheName: name, ignoreVary: true })
