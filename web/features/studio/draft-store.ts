import { EMPTY_DOCUMENT, type StudioCaption, type StudioDocument } from './studio-state.ts'

const DATABASE = 'memeroom-studio'
const DRAFTS = 'drafts'
const KEPT_MAX = 12

export interface Draft {
  /** What it is made from: `template ID`, `meme ID` or `file`. */
  source: string
  document: StudioDocument
  /** An own picture. */
  file?: File | undefined
  savedAt: number
}

/** Drafts in IndexedDB outlive the tab. Without storage (private windows, a full disk) nothing is saved. */
export async function saveDraft(draft: Draft): Promise<void> {
  await withDrafts('readwrite', async (store) => {
    await result(store.put(draft))
    const all = (await result(store.getAll())) as Draft[]
    const old = all.sort((a, b) => b.savedAt - a.savedAt).slice(KEPT_MAX)
    for (const { source } of old) store.delete(source)
  })
}

/** Drafts of an earlier version have captions alone. */
type Kept = Omit<Draft, 'document'> & { document?: StudioDocument; captions?: readonly StudioCaption[] }

export async function loadDraft(source: string): Promise<Draft | undefined> {
  const kept = await withDrafts('readonly', (store) => result(store.get(source) as IDBRequest<Kept | undefined>))
  return kept && { ...kept, document: kept.document ?? { ...EMPTY_DOCUMENT, layers: kept.captions ?? [] } }
}

export async function deleteDraft(source: string): Promise<void> {
  await withDrafts('readwrite', (store) => result(store.delete(source)))
}

async function withDrafts<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<T>,
): Promise<T | undefined> {
  let database: IDBDatabase | undefined
  try {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => void request.result.createObjectStore(DRAFTS, { keyPath: 'source' })
    database = await result(request)
    return await work(database.transaction(DRAFTS, mode).objectStore(DRAFTS))
  } catch {
    return undefined
  } finally {
    database?.close()
  }
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
