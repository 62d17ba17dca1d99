import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import type { LoadedSource } from '../load-source.ts'
import type { StudioAction, StudioState } from '../studio-state.ts'
import type { StudioAssets } from './draw-studio.ts'
import { moveByKey } from './move-by-key.ts'
import type { Tool } from './stage-brush.ts'
import styles from './stage-view.module.css'
import { createStudioStage, type StudioStage } from './studio-stage.ts'

interface StageViewProps {
  loaded: LoadedSource
  state: StudioState
  assets: StudioAssets
  tool: Tool
  /** 1 fits the container. */
  zoom: number
  onZoom: (zoom: number) => void
  dispatch: (action: StudioAction) => void
}

const HEIGHT_SHARE = 0.68

/** The picture with its layers. Arrow keys move the selected layer. */
export function StageView({ loaded, state, assets, tool, zoom, onZoom, dispatch }: StageViewProps) {
  const { t } = useTranslation()
  const hintId = useId()
  const frameElement = useRef<HTMLDivElement>(null)
  const container = useRef<HTMLDivElement>(null)
  const stage = useRef<StudioStage>(null)
  const { layers, marks, frame, selected } = state
  const { picture, movingUrl } = loaded

  useEffect(() => {
    if (!container.current || !frameElement.current) return
    const outer = frameElement.current
    const handlers = {
      onSelect: (id: string | null) => dispatch({ type: 'select', id }),
      onPlace: (id: string, change: object, kind: string) => dispatch({ type: 'change', id, change, kind }),
      onFinish: () => dispatch({ type: 'finish' }),
      onMark: (mark: StudioState['marks'][number]) => dispatch({ type: 'mark', mark }),
      onZoom,
    }
    const room = () => ({ width: outer.clientWidth, height: window.innerHeight * HEIGHT_SHARE })
    const options = { isMoving: movingUrl !== undefined }
    const made = createStudioStage(container.current, picture, room(), handlers, options)
    stage.current = made
    const fitStage = () => made.resize(room())
    const observer = new ResizeObserver(fitStage)
    observer.observe(outer)
    return () => {
      observer.disconnect()
      made.destroy()
      stage.current = null
    }
  }, [picture, movingUrl, onZoom, dispatch])

  useEffect(() => {
    // The picture is a dependency too, since a new picture creates a new stage.
    if (picture) stage.current?.show({ layers, marks, frame, selected, assets })
  }, [layers, marks, frame, selected, assets, picture])
  useEffect(() => {
    if (picture) stage.current?.setTool(tool)
  }, [tool, picture])
  useEffect(() => {
    if (picture) stage.current?.zoomTo(zoom)
  }, [zoom, picture])

  const keys = (event: KeyboardEvent) => {
    const layer = layers.find(({ id }) => id === selected)
    const action = layer && moveByKey(layer, frame, event)
    if (!action) return
    event.preventDefault()
    dispatch(action)
  }
  return (
    <div ref={frameElement} className={styles.frame}>
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
        {movingUrl && <img src={movingUrl} alt="" className={styles.moving} />}
        <div ref={container} data-testid="studio-stage" className={styles.canvas} />
      </div>
    </div>
  )
}
