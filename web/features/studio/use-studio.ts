import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import type { CaptionFont } from '#contract/captions.ts'
import { translate } from '../../lib/i18n.ts'
import { toast } from '../../ui/toast.ts'
import { deleteDraft, loadDraft, saveDraft } from './draft-store.ts'
import type { Fonts } from './draw-studio.ts'
import { draftKey, type LoadedSource, loadSource, type StudioSource } from './load-source.ts'
import { loadFont } from './studio-fonts.ts'
import { EMPTY_STUDIO, newCaption, type StudioCaption, studioReducer } from './studio-state.ts'

const SAVE_AFTER_MS = 250

const usualCaptions = ({ boxes }: LoadedSource) => boxes.map((box) => newCaption(crypto.randomUUID(), box))

/** The captions on a source, with its picture, restored from a draft and saved as one. */
export function useStudio(source: StudioSource) {
  const [state, dispatch] = useReducer(studioReducer, EMPTY_STUDIO)
  const [loaded, setLoaded] = useState<LoadedSource | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const isTouched = state.past.length > 0

  useEffect(() => {
    if (attempt < 0) return
    const leaving = new AbortController()
    const start = async () => {
      const [found, draft] = await Promise.all([loadSource(source, leaving.signal), loadDraft(draftKey(source))])
      if (leaving.signal.aborted) return found.picture.close()
      const fresh = usualCaptions(found)
      dispatch({ type: 'load', captions: draft?.captions ?? fresh })
      setLoaded(found)
      if (!draft) return
      toast.info(translate('studio.restored'), {
        action: {
          label: translate('studio.startOver'),
          onAction: () => {
            void deleteDraft(draftKey(source))
            dispatch({ type: 'load', captions: fresh })
          },
        },
      })
    }
    start().catch((problem: unknown) => {
      if (!leaving.signal.aborted) setError(problem)
    })
    return () => leaving.abort()
  }, [source, attempt])

  useEffect(() => {
    if (!isTouched) return
    const file = source.kind === 'file' ? source.file : undefined
    const draft = { source: draftKey(source), captions: state.captions, file, savedAt: Date.now() }
    const timer = setTimeout(() => void saveDraft(draft), SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [source, state.captions, isTouched])

  const retry = useCallback(() => {
    setError(null)
    setAttempt((count) => count + 1)
  }, [])
  return { state, dispatch, loaded, error, retry, fonts: useFonts(state.captions) }
}

/** The fonts of the captions, as far as they are loaded. */
function useFonts(captions: readonly StudioCaption[]): Fonts {
  const [fonts, setFonts] = useState<Fonts>(new Map())
  const asked = useRef(new Set<CaptionFont>())
  useEffect(() => {
    for (const { font } of captions) {
      if (asked.current.has(font)) continue
      asked.current.add(font)
      loadFont(font)
        .then((files) => setFonts((known) => new Map([...known, [font, files]])))
        .catch(() => {
          asked.current.delete(font)
          toast.error(translate('studio.fontFailed'))
        })
    }
  }, [captions])
  return fonts
}
