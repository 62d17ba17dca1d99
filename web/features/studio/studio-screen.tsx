import { Redo2, Undo2, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import type { Meme } from '#contract/memes/memes.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { signOutCount } from '../../lib/member-data.ts'
import { useStore } from '../../lib/store.ts'
import { studioPicture } from '../../lib/studio-picture.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import looks from '../../ui/looks.module.css'
import { PageTitle } from '../../ui/page-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { loadDraft } from './draft-store.ts'
import { ExportTools } from './export-tools.tsx'
import { type LoadedSource, nameOfFile, PictureTooLarge, type StudioSource } from './load-source.ts'
import { LayerPanel } from './panel/layer-panel.tsx'
import { PictureTools } from './panel/picture-tools.tsx'
import { PictureChoice } from './picture-choice.tsx'
import { PublishedMeme } from './published-meme.tsx'
import type { Tool } from './stage/stage-brush.ts'
import { StageView } from './stage/stage-view.tsx'
import { ZOOM_MAX } from './stage/stage-view-port.ts'
import styles from './studio-screen.module.css'
import type { StudioState } from './studio-state.ts'
import { usePublishing } from './use-publishing.ts'
import { useStudio } from './use-studio.ts'

interface StudioScreenProps {
  /** The source in the URL; null for the user's own picture. */
  source: StudioSource | null
}

/** Adds captions to a template, a meme or the user's own picture. */
export function StudioScreen(props: StudioScreenProps) {
  // Remount after a logout, so that members who share a browser do not see each other's drawings.
  return <OwnStudio key={useStore(signOutCount)} {...props} />
}

function OwnStudio({ source }: StudioScreenProps) {
  const { t } = useTranslation()
  const [own, setOwn] = useState<StudioSource | null>(null)
  const [published, setPublished] = useState<Meme | null>(null)
  useEffect(() => {
    if (source) return
    let isHere = true
    // Restore an own picture from its draft.
    void loadDraft('file').then((draft) => {
      const file = draft?.file
      // A picture that was chosen meanwhile stays.
      if (isHere && file) setOwn((chosen) => chosen ?? { kind: 'file', file })
    })
    return () => {
      isHere = false
    }
  }, [source])
  const handed = useStore(studioPicture)
  useEffect(() => {
    if (source || !handed) return
    setPublished(null)
    setOwn({ kind: 'file', file: handed })
    studioPicture.set(null)
  }, [source, handed])
  const chosen = source ?? own
  const makeAnother = () => {
    setPublished(null)
    setOwn(null)
  }
  return (
    <div className={styles.page}>
      <PageTitle>{t('studio.title')}</PageTitle>
      <h1 className={styles.title} aria-label={t('studio.title')}>
        <span>{t('studio.title')}</span>
      </h1>
      {published ? (
        <PublishedMeme meme={published} onAnother={makeAnother} />
      ) : chosen ? (
        <Studio key={keyOf(chosen)} source={chosen} onOther={() => setOwn(null)} onPublished={setPublished} />
      ) : (
        <PictureChoice onFile={(file) => setOwn({ kind: 'file', file })} />
      )}
    </div>
  )
}

const keyOf = (source: StudioSource) => (source.kind === 'file' ? nameOfFile(source.file) : source.id)

const SELECT: Tool = { kind: 'select' }
const ZOOM_STEP = 1.5

interface StudioProps {
  source: StudioSource
  onOther: () => void
  onPublished: (meme: Meme) => void
}

function Studio({ source, onOther, onPublished }: StudioProps) {
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
