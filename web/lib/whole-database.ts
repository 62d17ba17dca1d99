import type { DatabaseName } from './storage-registry.ts'

/** Runs `work` on all stores of a database, if the database exists. */
export async function inWholeDatabase(
  name: DatabaseName,
  work: (transaction: IDBTransaction) => Promise<void>,
): Promise<void> {
  let database: IDBDatabase | undefined
  try {
    const request = indexedDB.open(name)
    request.onupgradeneeded = () => request.transaction?.abort()
    database = await result(request)
    await run(database.transaction([...database.objectStoreNames], 'readwrite'), work)
  } catch {
    // The database does not exist.
  } finally {
    database?.close()
  }
}

/** Resolves with the result of `work` when the transaction has completed. */
export async function run<T>(
  transaction: IDBTransaction,
  work: (transaction: IDBTransaction) => T | Promise<T>,
): Promise<T> {
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
  done.catch(() => undefined)
  const value = await work(transaction)
  try {
    // Commit explicitly: if the page unloads now, the transaction would abort otherwise.
    transaction.commit()
  } catch {
    // The transaction has completed already.
  }
  await done
  return value
}

export function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
