import { useMemo } from 'react'
import type { Meme, MemeStats, MemeViewer } from '#contract/memes.ts'
import { createKeyedStore, useKeyed } from '../../lib/keyed-store.ts'
import { currentSession, onSessionChange } from '../../lib/session.ts'

/** What changes about a meme while it is shown in several lists at once. */
export interface FreshPart {
  stats: MemeStats
  viewer?: MemeViewer | undefined
}

/** The latest word of the server on single memes. Lists keep the pages they were answered; what is shown reads here. */
const fresh = createKeyedStore<FreshPart>()
let reader = currentSession().user?.userId ?? null

onSessionChange(() => {
  const next = currentSession().user?.userId ?? null
  if (next === reader) return
  reader = next
  fresh.clear()
})

export function learnMeme(id: string, { stats, viewer }: FreshPart): void {
  fresh.set(id, { stats, viewer })
}

/** A list just answered is newer than what is held of its memes. */
export function relearnMemes(memes: readonly Meme[]): void {
  for (const meme of memes) if (fresh.get(meme._id)) learnMeme(meme._id, meme)
}

export const freshPart = (meme: Meme): FreshPart => fresh.get(meme._id) ?? meme

/** The meme with its latest counts and what the reader has done with it. */
export function useFreshMeme(meme: Meme): Meme {
  const part = useKeyed(fresh, meme._id)
  return useMemo(() => (part ? withPart(meme, part) : meme), [meme, part])
}

function withPart({ viewer: _older, ...meme }: Meme, { stats, viewer }: FreshPart): Meme {
  return { ...meme, ...stats, stats, ...(viewer ? { viewer } : {}) }
}
