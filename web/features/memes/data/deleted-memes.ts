import { createStore, useStore } from '../../../lib/store.ts'

/** Memes that the viewer deleted, or removed as a moderator, since the page loaded. Undo shows them in lists again. */
const deleted = createStore<ReadonlySet<string>>(new Set())

export function hideMeme(id: string): void {
  deleted.set(new Set([...deleted.get(), id]))
}

export function unhideMeme(id: string): void {
  const next = new Set(deleted.get())
  next.delete(id)
  deleted.set(next)
}

export const useDeletedMemes = (): ReadonlySet<string> => useStore(deleted)
