import type { BulkEntry } from './selection.ts'

const DATABASE = 'memeroom-bulk-upload'
/** Bytes and texts are stored separately, so that editing a text does not rewrite ten megabytes. */
const FILES = 'files'
const ENTRIES = 'entries'

interface SavedEntry extends Omit<BulkEntry, 'file'> {
  userId: string
  position: number
}

/**
 * Chosen files in IndexedDB, so that closing the tab loses none. Without storage (private windows, a full disk) all of this is
 * a no-op.
 */
export async function saveEntries(userId: string, entries: readonly BulkEntry[]): Promise<void> {
  await change(async (transaction) => {
    const [files, words] = [transaction.objectStore(FILES), transaction.objectStore(ENTRIES)]
    const kept = new Set((await result(files.getAllKeys())).map(String))
    const wanted = new Set(entries.map((entry) => entry.id))
    for (const id of kept) {
      if (wanted.has(id)) continue
      files.delete(id)
      words.delete(id)
    }
    entries.forEach(({ file, ...rest }, position) => {
      if (!kept.has(rest.id)) files.put(file, rest.id)
      words.put({ ...rest, userId, position } satisfies SavedEntry)
    })
  })
}

/** Those of a member, in their order. */
export async function loadEntries(userId: string): Promise<BulkEntry[]> {
  const database = await open()
  if (!database) return []
  try {
    const transaction = database.transaction([FILES, ENTRIES])
    const all: SavedEntry[] = await result(transaction.objectStore(ENTRIES).getAll())
    const own = all.filter((entry) => entry.userId === userId).sort((a, b) => a.position - b.position)
    const files = await Promise.all(own.map(({ id }) => result<File>(transaction.objectStore(FILES).get(id))))
    return own.flatMap(({ userId: _owner, position: _position, ...entry }, index) => {
      const file = files[index]
      return file ? [{ ...entry, file }] : []
    })
  } catch {
    return []
  } finally {
    database.close()
  }
}

let last: Promise<void> = Promise.resolve()

/** Writes are serialised, so that the last state wins. */
function change(work: (transaction: IDBTransaction) => Promise<void>): Promise<void> {
  last = last.then(async () => {
    const database = await open()
    if (!database) return
    try {
      const transaction = database.transaction([FILES, ENTRIES], 'readwrite')
      await work(transaction)
      await new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve()
        transaction.onabort = () => reject(transaction.error)
      })
    } catch {
      // Not saved; the tab continues with its memory.
    } finally {
      database.close()
    }
  })
  return last
}

async function open(): Promise<IDBDatabase | null> {
  try {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(FILES)
      request.result.createObjectStore(ENTRIES, { keyPath: 'id' })
    }
    return await result(request)
  } catch {
    return null
  }
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
