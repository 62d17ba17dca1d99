import type { Meme } from '#contract/memes/memes.ts'
import { useSession } from '../../../lib/session.ts'
import { createStore, useStore } from '../../../lib/store.ts'

/** Ids of the sensitive memes that the viewer revealed; reset on reload. */
const revealed = createStore<ReadonlySet<string>>(new Set())
const REVEALED_MAX = 500

/**
 * Returns true if a meme's picture is covered: it is sensitive, by another user, not revealed, and the viewer's settings do not
 * show all.
 */
export function useIsCovered(meme: Pick<Meme, '_id' | 'sensitive'> & Partial<Pick<Meme, 'viewer'>>): boolean {
  const { user } = useSession()
  const shown = useStore(revealed)
  if (!meme.sensitive || meme.viewer?.isOwner || user?.preferences.sensitiveContent === 'show') return false
  return !shown.has(meme._id)
}

export function revealMeme(id: string): void {
  const known = revealed.get().size >= REVEALED_MAX ? [] : revealed.get()
  revealed.set(new Set([...known, id]))
}
