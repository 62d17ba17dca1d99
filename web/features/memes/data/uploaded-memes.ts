import { useMemo } from 'react'
import type { Meme } from '#contract/memes.ts'
import { currentSession, onSessionChange } from '../../../lib/session.ts'
import { createStore, useStore } from '../../../lib/store.ts'

/** Memes uploaded since the page was opened, newest first; shown on top of older feeds. */
const uploaded = createStore<readonly Meme[]>([])
const NONE: readonly Meme[] = []

let member = currentSession().user?.userId ?? null
onSessionChange(() => {
  const next = currentSession().user?.userId ?? null
  if (next !== member) uploaded.set(NONE)
  member = next
})

export const addUploaded = (meme: Meme): void => uploaded.set([meme, ...uploaded.get()])

/** Of several uploads in a row the last one is enough on top of a feed, whose readers look for others' memes. */
export function useLastUploaded(): readonly Meme[] {
  const memes = useUploadedMemes()
  return useMemo(() => memes.slice(0, 1), [memes])
}

export const useUploadedMemes = (): readonly Meme[] => useStore(uploaded)
