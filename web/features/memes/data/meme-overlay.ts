import { useMemo } from 'react'
import type { Meme, MemeStats, MemeViewer } from '#contract/memes.ts'
import { createKeyedStore, useKeyed } from '../../../lib/keyed-store.ts'
import { currentSession, onSessionChange } from '../../../lib/session.ts'

/** What changes about a meme while it is shown in several lists at once. */
export interface MemeOverlay {
  stats: MemeStats
  viewer?: MemeViewer | undefined
}

/** The latest server data of single memes. Lists keep their pages; rendering applies this overlay. */
const overlays = createKeyedStore<MemeOverlay>()
let reader = currentSession().user?.userId ?? null

onSessionChange(() => {
  const next = currentSession().user?.userId ?? null
  if (next === reader) return
  reader = next
  overlays.clear()
})

export function setMemeOverlay(id: string, { stats, viewer }: MemeOverlay): void {
  overlays.set(id, { stats, viewer })
}

/** A fresh list is newer than the overlay of its memes. */
export function refreshMemeOverlays(memes: readonly Meme[]): void {
  for (const meme of memes) if (overlays.get(meme._id)) setMemeOverlay(meme._id, meme)
}

export const memeOverlay = (meme: Meme): MemeOverlay => overlays.get(meme._id) ?? meme

/** The meme with its latest counts and own reactions. */
export function useMemeOverlay(meme: Meme): Meme {
  const part = useKeyed(overlays, meme._id)
  return useMemo(() => (part ? withOverlay(meme, part) : meme), [meme, part])
}

function withOverlay({ viewer: _older, ...meme }: Meme, { stats, viewer }: MemeOverlay): Meme {
  return { ...meme, ...stats, stats, ...(viewer ? { viewer } : {}) }
}
