import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import type { Fonts } from './draw-studio.ts'
import { moveByKey } from './move-by-key.ts'
import styles from './stage-view.module.css'
import { createStudioStage, type StudioStage } from './studio-stage.ts'
import type { StudioAction, StudioState } from './studio-state.ts'

interface StageViewProps {
  picture: ImageBitmap
  state: StudioState
  fonts: Fonts
  dispatch: (action: StudioAction) => void
}

const HEIGHT_SHARE = 0.68

/** The picture with its captions; arrow keys move the selected one. */
export function StageView({ picture, state, fonts, dispatch }: StageViewProps) {
  const { t } = useTranslation()
  const hintId = useId()
  const frame = useRef<HTMLDivElement>(null)
  const container = useRef<HTMLDivElement>(null)
  const stage = useRef<StudioStage>(null)
  const { captions, selected } = state

  useEffect(() => {
    if (!container.current || !frame.current) return
    const outer = frame.current
    const made = createStudioStage(container.current, picture, {
      onSelect: (id) => dispatch({ type: 'select', id }),
      onPlace: (id, change, kind) => dispatch({ type: 'change', id, change, kind }),
      onFinish: () => dispatch({ type: 'finish' }),
    })
    stage.current = made
    const fitStage = () => made.resize(outer.clientWidth, window.innerHeight * HEIGHT_SHARE)
    const observer = new ResizeObserver(fitStage)
    observer.observe(outer)
    fitStage()
    return () => {
      observer.disconnect()
      made.destroy()
      stage.current = null
    }
  }, [picture, dispatch])

  useEffect(() => {
    // The picture is a dependency too: a new one has a new stage.
    if (picture) stage.current?.show(captions, selected, fonts)
  }, [captions, selected, fonts, picture])

  const keys = (event: KeyboardEvent) => {
    const caption = captions.find(({ id }) => id === selected)
    const action = caption && moveByKey(caption, event)
    if (!action) return
    event.preventDefault()
    dispatch(action)
  }
  return (
    <div ref={frame} className={styles.frame}>
      <VisuallyHidden>
        <span id={hintId}>{t('studio.keysHint')}</span>
      </VisuallyHidden>
      <div
        role="application"
        aria-label={t('studio.canvas')}
        aria-describedby={hintId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move what is selected in it
        tabIndex={0}
        onKeyDown={keys}
        className={styles.stage}
      >
        <div ref={container} data-testid="studio-stage" />
      </div>
    </div>
  )
}
