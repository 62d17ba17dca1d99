import { type RefObject, useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { translate } from '../../lib/i18n.ts'
import { currentOwner } from '../../lib/member-items.ts'
import { toast } from '../../ui/toast.ts'
import { type Draft, deleteDraft, loadDraft, saveDraft } from './draft-store.ts'
import { EMPTY_DOCUMENT } from './empty-document.ts'
import { draftKey, isDraftOf, type LoadedSource, loadSource, release, type StudioSource } from './load-source.ts'
import { documentOf, EMPTY_STUDIO, isTouched, newCaption, type StudioDocument, studioReducer } from './studio-state.ts'
import { useStudioAssets } from './use-studio-assets.ts'

const SAVE_AFTER_MS = 250

const usualDocument = ({ boxes }: LoadedSource): StudioDocument => ({
  ...EMPTY_DOCUMENT,
  layers: boxes.map(({ x, y, width, height }) => newCaption(crypto.randomUUID(), { x, y, width, height })),
})

/** Loads a source's picture and its layers, restored from the draft, and saves changes to the draft. */
export function useStudio(source: StudioSource) {
  const [state, dispatch] = useReducer(studioReducer, EMPTY_STUDIO)
  const [loaded, setLoaded] = useState<LoadedSource | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const unsaved = useRef<Draft | null>(null)
  const isChanged = isTouched(state)

  useEffect(() => {
    if (attempt < 0) return
    const leaving = new AbortController()
    let mine: LoadedSource | undefined
    const start = async () => {
      const [found, saved] = await Promise.all([loadSource(source, leaving.signal), loadDraft(draftKey(source))])
      if (leaving.signal.aborted) return release(found)
      mine = found
      const draft = saved && isDraftOf(source, saved) ? saved : undefined
      const fresh = usualDocument(found)
      dispatch({ type: 'load', document: draft?.document ?? fresh })
      setLoaded(found)
      if (!draft) return
      toast.info(translate('studio.restored'), {
        action: {
          label: translate('studio.startOver'),
          onAction: () => {
            unsaved.current = null
            void deleteDraft(draftKey(source))
            dispatch({ type: 'load', document: fresh })
          },
        },
      })
    }
    start().catch((problem: unknown) => {
      if (!leaving.signal.aborted) setError(problem)
    })
    return () => {
      leaving.abort()
      if (mine?.movingUrl) URL.revokeObjectURL(mine.movingUrl)
    }
  }, [source, attempt])

  const { layers, marks, frame } = state
  useEffect(() => {
    if (!isChanged) return
    const file = source.kind === 'file' ? source.file : undefined
    const document = documentOf({ layers, marks, frame })
    unsaved.current = { source: draftKey(source), owner: currentOwner(), document, file, savedAt: Date.now() }
    const timer = setTimeout(() => saveNow(unsaved), SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [source, layers, marks, frame, isChanged])
  useSaveOnLeaving(unsaved)

  const retry = useCallback(() => {
    setError(null)
    setAttempt((count) => count + 1)
  }, [])
  /** Discards changes that are not saved yet. */
  const discard = useCallback(() => {
    unsaved.current = null
  }, [])
  return { state, dispatch, loaded, error, retry, discard, assets: useStudioAssets(layers) }
}

function saveNow(unsaved: RefObject<Draft | null>): void {
  const draft = unsaved.current
  unsaved.current = null
  if (draft) void saveDraft(draft)
}

/** Saves pending changes when the screen, the page or the tab goes away. */
function useSaveOnLeaving(unsaved: RefObject<Draft | null>): void {
  useEffect(() => {
    const save = () => saveNow(unsaved)
    addEventListener('pagehide', save)
    document.addEventListener('visibilitychange', save)
    return () => {
      removeEventListener('pagehide', save)
      document.removeEventListener('visibilitychange', save)
      save()
    }
  }, [unsaved])
}
