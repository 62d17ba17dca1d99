import type { Page } from '@playwright/test'
import {
  CACHES,
  type CacheName,
  DATABASES,
  type DatabaseName,
  DEVICE_CACHES,
  type ItemKey,
  LOCAL_ITEMS,
  TAB_ITEMS,
} from '#web/lib/storage-registry.ts'

/** Everything that a browser stores for the site, read from one of its pages. */
export interface Storages {
  local: Record<string, string>
  tab: Record<string, string>
  /** The rows of each object store of each database, as text. */
  databases: Record<string, Record<string, string[]>>
  /** The URLs in each cache. */
  caches: Record<string, string[]>
}

export const readStorages = (page: Page): Promise<Storages> =>
  page.evaluate(async () => {
    const result = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const textOf = (row: unknown) =>
      JSON.stringify(row, (_key, value) => (value instanceof File ? `file ${value.name}` : value)) ?? ''
    const databases: Record<string, Record<string, string[]>> = {}
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await result(indexedDB.open(name))
      databases[name] = {}
      for (const store of database.objectStoreNames) {
        const rows: unknown[] = await result(database.transaction(store).objectStore(store).getAll())
        Object.assign(databases[name] ?? {}, { [store]: rows.map(textOf) })
      }
      database.close()
    }
    const cached: Record<string, string[]> = {}
    for (const name of await caches.keys())
      cached[name] = (await (await caches.open(name)).keys()).map((request) => request.url)
    return { local: { ...localStorage }, tab: { ...sessionStorage }, databases, caches: cached }
  })

/** Stored names that web/lib/storage-registry.ts does not list. */
export function unregistered({ local, tab, databases, caches }: Storages): string[] {
  return [
    ...Object.keys(local).filter((key) => !(key in LOCAL_ITEMS)),
    ...Object.keys(tab).filter((key) => !(key in TAB_ITEMS)),
    ...Object.entries(databases).flatMap(([name, stores]) =>
      Object.keys(stores)
        .filter((store) => !(store in (DATABASES[name as DatabaseName] ?? {})))
        .map((store) => `${name} ${store}`),
    ),
    ...Object.keys(caches).filter((name) => !(name in CACHES) && !DEVICE_CACHES.test(name)),
  ]
}

/** Everything that the registry assigns to a member or the session, and whether it exists. */
export function memberThings({ local, tab, databases, caches }: Storages): Record<string, boolean> {
  const items = Object.entries({ ...LOCAL_ITEMS, ...TAB_ITEMS }).filter(([, owner]) => owner !== 'device')
  const stores = Object.entries(DATABASES).flatMap(([name, named]) =>
    Object.keys(named).map((store) => [`${name} ${store}`, (databases[name]?.[store] ?? []).length > 0] as const),
  )
  return Object.fromEntries([
    ...items.map(([key]) => [key, ((key as ItemKey) in TAB_ITEMS ? tab : local)[key] !== undefined] as const),
    ...stores,
    ...Object.keys(CACHES).map((name) => [name, isMembers(name as CacheName, caches[name] ?? [])] as const),
  ])
}

/** Visitor responses return as soon as a page shows something; a member's entries have a digest of the member in their URL. */
const isMembers = (name: CacheName, urls: readonly string[]) =>
  name === 'answers' ? urls.some((url) => url.includes('kept-for=')) : urls.length > 0
