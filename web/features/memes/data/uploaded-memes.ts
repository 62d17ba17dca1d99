import { useMemo } from 'react'
import type { Meme } from '#contract/memes/memes.ts'
import { currentSession, onSessionChange } from '../../../lib/session.ts'
import { createStore, useStore } from '../../../lib/store.ts'

/** Memes uploaded since the page loaded, newest first. Shown on top of feeds loaded before. */
const uploaded = createStore<readonly Meme[]>([])
const NONE: readonly Meme[] = []

let member = currentSession().user?.userId ?? null
onSessionChange(() => {
  const next = currentSession().user?.userId ?? null
  if (next !== member) uploaded.set(NONE)
  member = next
})

export const addUploaded = (meme: Meme): void => uploaded.set([meme, ...uploaded.get()])

/** Returns only the latest upload: feed readers are interested in other users' memes. */
export function useLastUploaded(): readonly Meme[] {
  const memes = useUploadedMemes()
  return useMemo(() => memes.slice(0, 1), [memes])
}

export const useUploadedMemes = (): readonly Meme[] => useStore(uploaded)
