import { useEffect, useReducer, useRef } from 'react'
import { COPY_FEEDBACK_MS } from '#contract/limits.ts'
import type { SourceType } from '#contract/memes/actions.ts'
import type { Meme } from '#contract/memes/memes.ts'
import { type CopyFailure, copyPicture } from './copy-picture.ts'
import { COPY_IDLE, type CopyState, copyReducer } from './copy-state.ts'
import { reasonOf } from './copy-texts.ts'
import { recordActionQuietly } from './record-action.ts'

export type CopyOutcome = 'copied' | CopyFailure

/** Returns the copy button's state and `copy`, which resolves with the outcome. Call `copy` in the click handler. */
export function useCopy(meme: Meme, sourceType: SourceType): { state: CopyState; copy: () => Promise<CopyOutcome> } {
  const [state, dispatch] = useReducer(copyReducer, COPY_IDLE)
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(rest.current), [])

  const pressed = useRef<Element | null>(null)
  useEffect(() => {
    // A disabled button loses focus, so restore it after copying.
    if (state.kind === 'copying' || document.activeElement !== document.body) return
    if (pressed.current instanceof HTMLElement) pressed.current.focus()
    pressed.current = null
  }, [state.kind])

  const copy = async (): Promise<CopyOutcome> => {
    clearTimeout(rest.current)
    pressed.current = document.activeElement
    dispatch({ type: 'pressed' })
    try {
      await copyPicture(meme.image)
      dispatch({ type: 'copied' })
      recordActionQuietly({ memeId: meme._id, action: 'copy', sourceType })
      return 'copied'
    } catch (error) {
      const reason = reasonOf(error)
      dispatch({ type: 'failed', reason })
      return reason
    } finally {
      rest.current = setTimeout(() => dispatch({ type: 'rested' }), COPY_FEEDBACK_MS)
    }
  }
  return { state, copy }
}
