import type { Meme } from '#contract/memes.ts'
import { useSession } from '../../../lib/session.ts'
import { createStore, useStore } from '../../../lib/store.ts'

/** Ids of the sensitive memes that were asked for on this page; until it is reloaded. */
const revealed = createStore<ReadonlySet<string>>(new Set())
const REVEALED_MAX = 500

/** Whether a meme's picture stays covered: it is sensitive, somebody else's, not asked for, and the reader does not want all shown. */
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
