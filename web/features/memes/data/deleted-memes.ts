import { createStore, useStore } from '../../../lib/store.ts'

/** Memes deleted by the reader, or removed by them as a moderator, since the page was opened; lists show them again on undo. */
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
