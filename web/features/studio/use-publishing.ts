import { useEffect, useRef } from 'react'
import type { Meme } from '#contract/memes/memes.ts'
import { deleteDraft, deletePublished } from './draft-store.ts'
import { draftKey, type StudioSource } from './load-source.ts'
import { documentOf, type StudioDocument, type StudioState } from './studio-state.ts'

/**
 * Returns a function to call with a published meme and the drawing that it shows. It deletes the draft and shows the meme, unless
 * the member has left the studio or continued to draw. It returns whether it shows the meme.
 */
export function usePublishing(
  source: StudioSource,
  state: StudioState,
  discard: () => void,
  onPublished: (meme: Meme) => void,
): (meme: Meme, made: StudioDocument) => boolean {
  const shown = useRef<StudioDocument | null>(null)
  useEffect(() => {
    shown.current = state
    return () => {
      shown.current = null
    }
  }, [state])
  return (meme, made) => {
    const now = shown.current
    if (!now) {
      void deletePublished(draftKey(source), documentOf(made))
      return false
    }
    if (now.layers !== made.layers || now.marks !== made.marks || now.frame !== made.frame) return false
    discard()
    void deleteDraft(draftKey(source))
    onPublished(meme)
    return true
  }
}
