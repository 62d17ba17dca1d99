import { inDatabase } from '../../lib/databases.ts'
import { currentOwner } from '../../lib/member-items.ts'
import { result } from '../../lib/whole-database.ts'
import type { BulkEntry } from './selection.ts'

/** Stores bytes and texts separately, so that editing a text does not rewrite ten megabytes. */
const FILES = 'files'
const ENTRIES = 'entries'

interface SavedEntry extends Omit<BulkEntry, 'file'> {
  userId: string
  position: number
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Saves chosen files in IndexedDB, so that closing the tab loses none. Without storage (private windows, full disk) this is a
 * no-op. Writes are serialized, so that the last state wins.
 */
export function saveEntries(userId: string, entries: readonly BulkEntry[]): Promise<unknown> {
  last = last.then(() =>
    inSaved('readwrite', async (files, words) => {
      const entryIds = new Set((await ownEntries(words, userId)).map(({ id }) => id))
      // The member may have logged out meanwhile.
      if (userId !== currentOwner()) return
      const wanted = new Set(entries.map((entry) => entry.id))
      for (const id of entryIds) {
        if (wanted.has(id)) continue
        files.delete(id)
        words.delete(id)
      }
      entries.forEach(({ file, ...rest }, position) => {
        if (!entryIds.has(rest.id)) files.put(file, rest.id)
        words.put({ ...rest, userId, position } satisfies SavedEntry)
      })
    }),
  )
  return last
}

/** Loads a member's saved entries in order. */
export async function loadEntries(userId: string): Promise<BulkEntry[]> {
  const found = await inSaved('readonly', async (files, words) => {
    const own = (await ownEntries(words, userId)).sort((a, b) => a.position - b.position)
    const bytes = await Promise.all(own.map(({ id }) => result<File | undefined>(files.get(id))))
    return own.flatMap(({ userId: _owner, position: _position, ...entry }, index) => {
      const file = bytes[index]
      return file ? [{ ...entry, file }] : []
    })
  })
  return found ?? []
}

async function ownEntries(words: IDBObjectStore, userId: string): Promise<SavedEntry[]> {
  const all: SavedEntry[] = await result(words.getAll())
  return all.filter((entry) => entry.userId === userId)
}

const inSaved = <T>(
  mode: IDBTransactionMode,
  work: (files: IDBObjectStore, words: IDBObjectStore) => Promise<T>,
): Promise<T | undefined> =>
  inDatabase(
    {
      name: 'memeroom-bulk-upload',
      create: (database) => {
        database.createObjectStore(FILES)
        database.createObjectStore(ENTRIES, { keyPath: 'id' })
      },
      stores: [FILES, ENTRIES],
      mode,
    },
    (transaction) => work(transaction.objectStore(FILES), transaction.objectStore(ENTRIES)),
  )
