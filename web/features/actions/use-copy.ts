import { useEffect, useReducer, useRef } from 'react'
import type { SourceType } from '#contract/actions.ts'
import { COPY_FEEDBACK_MS } from '#contract/limits.ts'
import type { Meme } from '#contract/memes.ts'
import { CopyError, copyPicture } from './copy-picture.ts'
import { COPY_IDLE, type CopyState, copyReducer } from './copy-state.ts'
import { noteAction } from './record-action.ts'

/** The copy button's states; `copy` must be called within the click itself. Resolves with whether it worked. */
export function useCopy(meme: Meme, sourceType: SourceType): { state: CopyState; copy: () => Promise<boolean> } {
  const [state, dispatch] = useReducer(copyReducer, COPY_IDLE)
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(rest.current), [])

  const copy = async () => {
    clearTimeout(rest.current)
    dispatch({ type: 'pressed' })
    try {
      await copyPicture(meme.image)
      dispatch({ type: 'copied' })
      noteAction({ memeId: meme._id, action: 'copy', sourceType })
      return true
    } catch (error) {
      dispatch({ type: 'failed', reason: error instanceof CopyError ? error.reason : 'unavailable' })
      return false
    } finally {
      rest.current = setTimeout(() => dispatch({ type: 'rested' }), COPY_FEEDBACK_MS)
    }
  }
  return { state, copy }
}
