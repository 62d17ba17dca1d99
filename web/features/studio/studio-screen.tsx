import { Copy, Download, Redo2, Undo2, Upload } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.ts'
import { quickUpload } from '../memes/quick-upload/quick-upload-store.ts'
import { CaptionPanel } from './caption-panel.tsx'
import { loadDraft } from './draft-store.ts'
import { exportPicture, type Fonts } from './draw-studio.ts'
import type { LoadedSource, StudioSource } from './load-source.ts'
import { PictureChoice } from './picture-choice.tsx'
import { StageView } from './stage-view.tsx'
import styles from './studio-screen.module.css'
import type { StudioState } from './studio-state.ts'
import { useStudio } from './use-studio.ts'

interface StudioScreenProps {
  /** What the address names; null for an own picture. */
  source: StudioSource | null
}

/** Captions on a template, a meme or an own picture. */
export function StudioScreen({ source }: StudioScreenProps) {
  const { t } = useTranslation()
  const [own, setOwn] = useState<StudioSource | null>(null)
  useEffect(() => {
    if (source) return
    let isHere = true
    // An own picture comes back with its draft.
    void loadDraft('file').then((draft) => {
      if (isHere && draft?.file) setOwn({ kind: 'file', file: draft.file })
    })
    return () => {
      isHere = false
    }
  }, [source])
  const chosen = source ?? own
  return (
    <div className={styles.page}>
      <PageTitle>{t('studio.title')}</PageTitle>
      <h1 className={styles.title}>{t('studio.title')}</h1>
      {chosen ? (
        <Studio key={keyOf(chosen)} source={chosen} />
      ) : (
        <PictureChoice onFile={(file) => setOwn({ kind: 'file', file })} />
      )}
    </div>
  )
}

const keyOf = (source: StudioSource) =>
  source.kind === 'file' ? `${source.file.name} ${source.file.size} ${source.file.lastModified}` : source.id

function Studio({ source }: { source: StudioSource }) {
  const { t } = useTranslation()
  const { state, dispatch, loaded, error, retry, fonts } = useStudio(source)
  if (error) return <ErrorState error={error} title={t('studio.notLoaded')} onRetry={retry} />
  if (!loaded) return <Skeleton height="24rem" />
  const keys = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
    event.preventDefault()
    dispatch({ type: event.shiftKey ? 'redo' : 'undo' })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: undo works from anywhere in the studio
    <div className={styles.studio} onKeyDown={keys}>
      <div className={styles.main}>
        <StageView picture={loaded.picture} state={state} fonts={fonts} dispatch={dispatch} />
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
          <ExportTools loaded={loaded} state={state} fonts={fonts} />
        </div>
      </div>
      <CaptionPanel state={state} fonts={fonts} suggestions={loaded.suggestions} dispatch={dispatch} />
    </div>
  )
}

const FORMATS = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' } as const
type Format = keyof typeof FORMATS
const EXTENSIONS: Record<Format, string> = { png: 'png', jpeg: 'jpg', webp: 'webp' }

function ExportTools({ loaded, state, fonts }: { loaded: LoadedSource; state: StudioState; fonts: Fonts }) {
  const { t } = useTranslation()
  const [format, setFormat] = useState<Format>('png')
  const isReady = state.captions.every(({ font }) => fonts.has(font))
  const picture = (as: Format) => exportPicture(loaded.picture, state.captions, fonts, FORMATS[as])
  const failed = () => toast.error(t('studio.notExported'))
  const upload = async () => {
    const blob = await picture('png')
    quickUpload.open([new File([blob], 'meme.png', { type: blob.type })])
  }
  const download = async () => {
    const url = URL.createObjectURL(await picture(format))
    const link = document.createElement('a')
    link.href = url
    link.download = `meme.${EXTENSIONS[format]}`
    link.click()
    // The browser has started reading it by the next task.
    setTimeout(() => URL.revokeObjectURL(url), 10_000)
  }
  const copy = async () => {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture('png') })])
    toast.success(t('studio.copied'))
  }
  return (
    <>
      <Button icon={<Upload size={18} />} disabled={!isReady} onClick={() => void upload().catch(failed)}>
        {t('studio.upload')}
      </Button>
      <Button
        variant="secondary"
        icon={<Copy size={18} />}
        disabled={!isReady}
        onClick={() => void copy().catch(failed)}
      >
        {t('studio.copy')}
      </Button>
      <Select
        label={t('studio.format')}
        options={(Object.keys(FORMATS) as Format[]).map((value) => ({ value, label: value.toUpperCase() }))}
        value={format}
        onChange={setFormat}
      />
      <Button
        variant="secondary"
        icon={<Download size={18} />}
        disabled={!isReady}
        onClick={() => void download().catch(failed)}
      >
        {t('studio.download')}
      </Button>
    </>
  )
}
