import type { DatabaseName } from './storage-registry.ts'
import { result, run } from './whole-database.ts'

/** IndexedDB may be full, blocked or unavailable. Reads then return undefined, and writes do nothing. */

/** Connections stay open until the tab closes, so that writes during unload need not wait for one. */
const connections = new Map<DatabaseName, Promise<IDBDatabase>>()

function connect(name: DatabaseName, create: (database: IDBDatabase) => void): Promise<IDBDatabase> {
  const known = connections.get(name)
  if (known) return known
  const forget = () => void connections.delete(name)
  const opening = (async () => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => create(request.result)
    const database = await result(request)
    database.onclose = forget
    database.onversionchange = () => {
      database.close()
      forget()
    }
    return database
  })()
  connections.set(name, opening)
  opening.catch(forget)
  return opening
}

interface Wanted {
  name: DatabaseName
  create: (database: IDBDatabase) => void
  stores: string[]
  mode: IDBTransactionMode
}

/** Runs `work` in a transaction. Resolves when the transaction completes. */
export async function inDatabase<T>(
  { name, create, stores, mode }: Wanted,
  work: (transaction: IDBTransaction) => T | Promise<T>,
): Promise<T | undefined> {
  try {
    return await run((await connect(name, create)).transaction(stores, mode), work)
  } catch {
    return undefined
  }
}
