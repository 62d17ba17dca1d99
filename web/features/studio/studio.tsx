import { Redo2, Undo2, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { Meme } from '#contract/memes/memes.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import looks from '../../ui/looks.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { ExportTools } from './export-tools.tsx'
import { type LoadedSource, PictureTooLarge, type StudioSource } from './load-source.ts'
import { LayerPanel } from './panel/layer-panel.tsx'
import { PictureTools } from './panel/picture-tools.tsx'
import type { Tool } from './stage/stage-brush.ts'
import { StageView } from './stage/stage-view.tsx'
import { ZOOM_MAX } from './stage/stage-view-port.ts'
import styles from './studio-screen.module.css'
import type { StudioState } from './studio-state.ts'
import { usePublishing } from './use-publishing.ts'
import { useStudio } from './use-studio.ts'

const SELECT: Tool = { kind: 'select' }
const ZOOM_STEP = 1.5

interface StudioProps {
  source: StudioSource
  onOther: () => void
  onPublished: (meme: Meme) => void
}

/** The editor of a picture. */
export function Studio({ source, onOther, onPublished }: StudioProps) {
  const { t } = useTranslation()
  const { state, dispatch, loaded, error, retry, discard, assets } = useStudio(source)
  const publishing = usePublishing(source, state, discard, onPublished)
  const [tool, setTool] = useState<Tool>(SELECT)
  const [zoom, setZoom] = useState(1)
  if (error) {
    const title = error instanceof PictureTooLarge ? t('studio.tooLarge') : t('studio.notLoaded')
    return <ErrorState error={error} title={title} onRetry={source.kind === 'file' ? onOther : retry} />
  }
  if (!loaded) return <Skeleton height="24rem" />
  const keys = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
    event.preventDefault()
    dispatch({ type: event.shiftKey ? 'redo' : 'undo' })
  }
  const suggestionFor = (id: string) => suggested(loaded, state, id)
  const zoomBy = (factor: number) => setZoom((now) => Math.max(1, Math.min(ZOOM_MAX, now * factor)))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: undo works from anywhere in the studio
    <div className={styles.studio} onKeyDown={keys}>
      <div className={styles.main}>
        <StageView
          loaded={loaded}
          state={state}
          assets={assets}
          tool={tool}
          zoom={zoom}
          suggestionFor={suggestionFor}
          onZoom={setZoom}
          dispatch={dispatch}
        />
        <div className={styles.tools}>
          <IconButton
            label={t('studio.undo')}
            icon={<Undo2 size={20} />}
            disabled={state.past.length === 0}
            onClick={() => dispatch({ type: 'undo' })}
          />
          <IconButton
            label={t('studio.redo')}
            icon={<Redo2 size={20} />}
            disabled={state.future.length === 0}
            onClick={() => dispatch({ type: 'redo' })}
          />
          {!loaded.moving && (
            <>
              <IconButton
                label={t('studio.zoomOut')}
                icon={<ZoomOut size={20} />}
                disabled={zoom === 1}
                onClick={() => zoomBy(1 / ZOOM_STEP)}
              />
              <IconButton
                label={t('studio.zoomIn')}
                icon={<ZoomIn size={20} />}
                disabled={zoom >= ZOOM_MAX}
                onClick={() => zoomBy(ZOOM_STEP)}
              />
            </>
          )}
          <ExportTools loaded={loaded} state={state} assets={assets} onPublished={publishing} />
        </div>
      </div>
      <div className={styles.side}>
        <LayerPanel state={state} assets={assets} suggestionFor={suggestionFor} dispatch={dispatch} />
        {loaded.moving ? (
          <p className={looks.quiet}>{t('studio.movingNote')}</p>
        ) : (
          <PictureTools state={state} tool={tool} onTool={setTool} dispatch={dispatch} />
        )}
      </div>
    </div>
  )
}

/** Returns the text of the usual caption nearest to the given one. */
function suggested({ boxes }: LoadedSource, { layers }: StudioState, id: string): string | undefined {
  const layer = layers.find((one) => one.id === id)
  if (!layer) return undefined
  const away = (box: { x: number; y: number; width: number; height: number }) =>
    Math.hypot(box.x + box.width / 2 - layer.x - layer.width / 2, box.y + box.height / 2 - layer.y - layer.height / 2)
  return boxes.toSorted((one, other) => away(one) - away(other))[0]?.text
}
