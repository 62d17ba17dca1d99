import { Copy, Download, Upload } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cut } from '#contract/bounded.ts'
import { CAPTION_TEXT_MAX_CHARS } from '#contract/limits.ts'
import { captionText, emojiOf } from '#contract/templates/caption-layout.ts'
import { apiBlob } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.ts'
import { type Making, quickUpload } from '../memes/quick-upload/quick-upload-modal-state.ts'
import styles from './export-tools.module.css'
import type { LoadedSource } from './load-source.ts'
import { exportPicture, type StudioAssets } from './stage/draw-studio.ts'
import { captionsOf, isCaption, type StudioState } from './studio-state.ts'

const MIMES = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp', gif: 'image/gif' } as const
type Format = keyof typeof MIMES
const EXTENSIONS: Record<Format, string> = { png: 'png', jpeg: 'jpg', webp: 'webp', gif: 'gif' }
const STILL: readonly Format[] = ['png', 'jpeg', 'webp']
const MOVING: readonly Format[] = ['gif', 'webp']
/** Delay before the object URL is revoked; by then the browser has started reading it. */
const REVOKED_AFTER_MS = 10_000

interface ExportToolsProps {
  loaded: LoadedSource
  state: StudioState
  assets: StudioAssets
}

/** Uploads, copies and downloads the finished picture. */
export function ExportTools({ loaded, state, assets }: ExportToolsProps) {
  const { t } = useTranslation()
  const { user } = useSession()
  const formats = loaded.moving ? MOVING : STILL
  const [format, setFormat] = useState<Format>(formats[0] ?? 'png')
  const [busy, setBusy] = useState<string | null>(null)
  const isReady = isLoaded(state, assets)
  const isServed = loaded.moving !== undefined
  const picture = (as: Format): Promise<Blob> => {
    if (loaded.moving) return renderMoving(loaded.moving, state, as)
    return exportPicture(loaded.picture, state, assets, MIMES[as === 'gif' ? 'png' : as])
  }
  /** Runs one task at a time. Server errors show their own message. */
  const run = (what: string, work: () => Promise<void>) => async () => {
    setBusy(what)
    try {
      await work()
    } catch (error) {
      toast.error(isServed ? error : t('studio.notExported'))
    } finally {
      setBusy(null)
    }
  }
  const upload = run('upload', async () => {
    const as = formats[0] ?? 'png'
    const blob = await picture(as)
    quickUpload.open([new File([blob], `meme.${EXTENSIONS[as]}`, { type: blob.type })], makingOf(loaded, state))
  })
  const download = run('download', async () => {
    const url = URL.createObjectURL(await picture(format))
    const link = document.createElement('a')
    link.href = url
    link.download = `meme.${EXTENSIONS[format]}`
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), REVOKED_AFTER_MS)
  })
  const copy = run('copy', async () => {
    const still = exportPicture(loaded.picture, state, assets, 'image/png')
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': still })])
    toast.success(t(isServed ? 'studio.copiedFrame' : 'studio.copied'))
  })
  const isDisabled = !isReady || busy !== null || (isServed && !user)
  return (
    <>
      <Button
        icon={<Upload size={18} />}
        loading={busy === 'upload'}
        disabled={isDisabled}
        className={styles.upload ?? ''}
        onClick={upload}
      >
        {t('studio.upload')}
      </Button>
      <Button
        variant="secondary"
        icon={<Copy size={18} />}
        disabled={!isReady || busy !== null}
        className={styles.other ?? ''}
        onClick={copy}
      >
        {t('studio.copy')}
      </Button>
      <Select
        label={t('studio.format')}
        labelHidden
        options={formats.map((value) => ({ value, label: value.toUpperCase() }))}
        value={format}
        onChange={setFormat}
      />
      <Button
        variant="secondary"
        icon={<Download size={18} />}
        loading={busy === 'download'}
        disabled={isDisabled}
        className={styles.other ?? ''}
        onClick={download}
      >
        {t('studio.download')}
      </Button>
      {isServed && !user && <p>{t('studio.movingLogin')}</p>}
    </>
  )
}

/** Whether all fonts, stickers and emoji that the layers need are loaded. */
function isLoaded({ layers }: StudioState, { fonts, stickers, emoji }: StudioAssets): boolean {
  return layers.every((layer) =>
    isCaption(layer)
      ? fonts.has(layer.font) && emojiOf(layer).every((code) => emoji.has(code))
      : stickers.has(layer.src),
  )
}

/** Renders an animation on the server, which draws the captions on every frame. */
function renderMoving(file: Blob, state: StudioState, format: Format): Promise<Blob> {
  const form = new FormData()
  form.set('captions', JSON.stringify(captionsOf(state).map(({ id: _id, kind: _kind, ...caption }) => caption)))
  form.set('format', format)
  form.set('image', file)
  return apiBlob('POST /captions/render', { form })
}

const round = (value: number) => Math.round(value * 1e4) / 1e4

/**
 * Returns the metadata of the picture for the server: the caption texts as drawn, their positions within the crop, and the
 * source.
 */
function makingOf({ template, madeFrom }: LoadedSource, { layers, frame }: StudioState): Making {
  const captions = captionsOf({ layers })
    .filter(({ text }) => text.trim() !== '')
    .map((caption) => ({
      // Uppercase text may have more characters than the typed letters, as with ß.
      text: cut(captionText(caption).trim(), CAPTION_TEXT_MAX_CHARS),
      x: round((caption.x - frame.x) / frame.width),
      y: round((caption.y - frame.y) / frame.height),
      width: round(caption.width / frame.width),
      height: round(caption.height / frame.height),
    }))
    .filter((box) => [box.x, box.y, box.width, box.height].every((value) => value >= -1 && value <= 2))
  return { captions, template, madeFrom }
}
