import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { hasFinePointer } from '../../../lib/pointer.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import type { LoadedSource } from '../load-source.ts'
import { isCaption, type StudioAction, type StudioState } from '../studio-state.ts'
import { CaptionEditor } from './caption-editor.tsx'
import type { StudioAssets } from './draw-studio.ts'
import { moveByKey } from './move-by-key.ts'
import type { Tool } from './stage-brush.ts'
import styles from './stage-view.module.css'
import type { Projection } from './stage-view-port.ts'
import { createStudioStage, type StudioStage } from './studio-stage.ts'

interface StageViewProps {
  loaded: LoadedSource
  state: StudioState
  assets: StudioAssets
  tool: Tool
  /** 1 fits the container. */
  zoom: number
  /** Returns the usual text at a caption's place. */
  suggestionFor: (id: string) => string | undefined
  onZoom: (zoom: number) => void
  dispatch: (action: StudioAction) => void
}

const visibleHeight = () => window.visualViewport?.height ?? window.innerHeight
const BESIDE_TOOLS = '(width >= 480px) and (height < 600px)'
const ABOVE_TOOLS = '(width < 900px)'
const STAGE_MIN_PX = 96

/** The picture's height above the on-screen keyboard. Tools below it need part of the window too. */
function stageHeight(frame: Element): number {
  if (!matchMedia(BESIDE_TOOLS).matches) return visibleHeight() * (matchMedia(ABOVE_TOOLS).matches ? 0.45 : 0.68)
  const stuckAt = Number.parseFloat(getComputedStyle(frame).top) || 0
  return Math.max(STAGE_MIN_PX, Math.min(frame.clientHeight, visibleHeight() - stuckAt))
}

/** The picture with its layers. Arrow keys move the selected layer, and a click on it edits its text. */
export function StageView({ loaded, state, assets, tool, zoom, suggestionFor, onZoom, dispatch }: StageViewProps) {
  const { t } = useTranslation()
  const hintId = useId()
  const frameElement = useRef<HTMLDivElement>(null)
  const container = useRef<HTMLDivElement>(null)
  const stage = useRef<StudioStage>(null)
  const application = useRef<HTMLDivElement>(null)
  const [projection, setProjection] = useState<Projection | null>(null)
  // On a touch screen, the keyboard would cover half of the page that just opened.
  const [editing, setEditing] = useState<string | null>(() => (hasFinePointer() ? state.selected : null))
  const { layers, marks, frame, selected } = state
  const { picture, movingUrl } = loaded

  useEffect(() => {
    if (!container.current || !frameElement.current) return
    const outer = frameElement.current
    const handlers = {
      onSelect: (id: string | null) => dispatch({ type: 'select', id }),
      onEdit: setEditing,
      onView: setProjection,
      onPlace: (id: string, change: object, kind: string) => dispatch({ type: 'change', id, change, kind }),
      onFinish: () => dispatch({ type: 'finish' }),
      onMark: (mark: StudioState['marks'][number]) => dispatch({ type: 'mark', mark }),
      onZoom,
    }
    const room = () => ({ width: outer.clientWidth, height: stageHeight(outer) })
    const options = { isMoving: movingUrl !== undefined }
    const made = createStudioStage(container.current, picture, room(), handlers, options)
    stage.current = made
    const fitStage = () => made.resize(room())
    const observer = new ResizeObserver(fitStage)
    observer.observe(outer)
    window.visualViewport?.addEventListener('resize', fitStage)
    return () => {
      observer.disconnect()
      window.visualViewport?.removeEventListener('resize', fitStage)
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
    if (event.key === 'Enter' && layer) {
      event.preventDefault()
      setEditing(layer.id)
      return
    }
    const action = layer && moveByKey(layer, frame, event)
    if (!action) return
    event.preventDefault()
    dispatch(action)
  }
  const edited = layers.findIndex(({ id }) => id === editing && id === selected)
  const caption = layers[edited]
  return (
    <div ref={frameElement} className={styles.frame}>
      <VisuallyHidden>
        <span id={hintId}>{t('studio.keysHint')}</span>
      </VisuallyHidden>
      <div
        ref={application}
        role="application"
        aria-label={t('studio.canvas')}
        aria-describedby={hintId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the selection in it
        tabIndex={0}
        onKeyDown={keys}
        className={styles.stage}
      >
        {movingUrl && <img src={movingUrl} alt="" className={styles.moving} />}
        <div ref={container} data-testid="studio-stage" className={styles.canvas} />
        {caption && isCaption(caption) && projection && tool.kind === 'select' && (
          <CaptionEditor
            key={caption.id}
            caption={caption}
            number={edited + 1}
            suggestion={suggestionFor(caption.id)}
            picture={picture}
            projection={projection}
            assets={assets}
            dispatch={dispatch}
            onEnd={(how) => {
              setEditing(null)
              dispatch({ type: 'finish' })
              if (how === 'escape') application.current?.focus()
            }}
          />
        )}
      </div>
    </div>
  )
}
