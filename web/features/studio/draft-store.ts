import { inDatabase } from '../../lib/databases.ts'
import { currentOwner, treatmentOf } from '../../lib/member-items.ts'
import { result } from '../../lib/whole-database.ts'
import { EMPTY_DOCUMENT } from './empty-document.ts'
import type { StudioCaption, StudioDocument } from './studio-state.ts'

const DRAFTS = 'drafts'
const DRAFTS_MAX = 12

export interface Draft {
  /** The source of the drawing: `template ID`, `meme ID` or `file`. */
  source: string
  /** Id of the member who created it; null for a visitor. */
  owner: string | null
  document: StudioDocument
  /** The user's own picture, for the source `file`. */
  file?: File | undefined
  savedAt: number
}

/** Saves a draft in IndexedDB, so that it outlives the tab. Without storage (private windows, full disk) this is a no-op. */
export async function saveDraft(draft: Draft): Promise<void> {
  await inDrafts('readwrite', (store) => {
    // Do not save the draft of a member who has logged out or been replaced by another.
    if (treatmentOf(draft.owner) !== 'forgotten') store.put({ ...draft, owner: currentOwner() })
  })
  await inDrafts('readwrite', async (store) => {
    const all = (await result(store.getAll())) as Draft[]
    const old = all.sort((a, b) => b.savedAt - a.savedAt).slice(DRAFTS_MAX)
    for (const { source } of old) store.delete(source)
  })
}

/** Drafts of earlier versions only have captions, or no owner. */
type StoredDraft = Omit<Draft, 'document' | 'owner'> & {
  owner?: string | null
  document?: StudioDocument
  captions?: readonly StudioCaption[]
}

export async function loadDraft(source: string): Promise<Draft | undefined> {
  const stored = await inDrafts('readonly', (store) => result(store.get(source) as IDBRequest<StoredDraft | undefined>))
  if (!stored || treatmentOf(stored.owner) === 'forgotten') return undefined
  return {
    ...stored,
    owner: currentOwner(),
    document: stored.document ?? { ...EMPTY_DOCUMENT, layers: stored.captions ?? [] },
  }
}

export async function deleteDraft(source: string): Promise<void> {
  await inDrafts('readwrite', (store) => void store.delete(source))
}

/** Deletes the draft of a drawing that was published, unless it has changed since. */
export async function deletePublished(source: string, published: StudioDocument): Promise<void> {
  const draft = await loadDraft(source)
  if (draft && JSON.stringify(draft.document) === JSON.stringify(published)) await deleteDraft(source)
}

const inDrafts = <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => T | Promise<T>) =>
  inDatabase(
    {
      name: 'memeroom-studio',
      create: (database) => void database.createObjectStore(DRAFTS, { keyPath: 'source' }),
      stores: [DRAFTS],
      mode,
    },
    (transaction) => work(transaction.objectStore(DRAFTS)),
  )
