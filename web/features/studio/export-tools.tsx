import { ChevronDown, Copy, Download, Send } from 'lucide-react'
import { useState } from 'react'
import { cut } from '#contract/bounded.ts'
import { CAPTION_TEXT_MAX_CHARS } from '#contract/limits.ts'
import type { Meme } from '#contract/memes/memes.ts'
import { captionText, emojiOf } from '#contract/templates/caption-layout.ts'
import { apiBlob } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { afterLogin } from '../../lib/login-request.ts'
import { navigateTo } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { useLocation } from '../../lib/router.tsx'
import { useSession } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { MenuEntry } from '../../ui/menu-entry.ts'
import { toast } from '../../ui/toast.ts'
import { quickUpload, type StudioRecord } from '../memes/quick-upload/quick-upload-modal-state.ts'
import { DESTINATIONS, type Destination, type Output, outputFor } from './destinations.ts'
import styles from './export-tools.module.css'
import type { LoadedSource } from './load-source.ts'
import { exportPicture, frameSize, type StudioAssets } from './stage/draw-studio.ts'
import { captionsOf, isCaption, type StudioDocument, type StudioState } from './studio-state.ts'

const EXTENSIONS = { png: 'png', jpeg: 'jpg', webp: 'webp', gif: 'gif' } as const
const MOVING = ['gif', 'webp'] as const
const DESTINATION_KEYS = {
  original: 'studio.destination.original',
  chat: 'studio.destination.chat',
  post: 'studio.destination.post',
  story: 'studio.destination.story',
} as const satisfies Record<Destination, string>
/** Delay before the object URL is revoked; by then the browser has started reading it. */
const REVOKED_AFTER_MS = 10_000

interface ExportToolsProps {
  loaded: LoadedSource
  state: StudioState
  assets: StudioAssets
  /** Called with the published meme and the drawing that it shows; returns whether the screen reports it. */
  onPublished: (meme: Meme, made: StudioDocument) => boolean
}

/** Publishes, copies and downloads the finished picture. */
export function ExportTools({ loaded, state, assets, onPublished }: ExportToolsProps) {
  const { t } = useTranslation()
  const { user } = useSession()
  const { pathname, search } = useLocation()
  const [busy, setBusy] = useState<string | null>(null)
  const isReady = isLoaded(state, assets)
  const isServed = loaded.moving !== undefined
  const still = (destination: Destination) => outputFor(destination, frameSize(state.frame, loaded.picture))
  const render = (output: Output) => exportPicture(loaded.picture, state, assets, output)
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
  const publish = run('publish', async () => {
    const blob = await (loaded.moving ? renderMoving(loaded.moving, state, 'gif') : render(still('original')))
    const file = new File([blob], loaded.moving ? 'meme.gif' : 'meme.png', { type: blob.type })
    quickUpload.open([file], { ...makingOf(loaded, state), onUploaded: (meme) => onPublished(meme, state) })
  })
  const download = (format: keyof typeof EXTENSIONS, work: () => Promise<Blob>) =>
    run('download', async () => {
      const url = URL.createObjectURL(await work())
      const link = document.createElement('a')
      link.href = url
      link.download = `meme.${EXTENSIONS[format]}`
      link.click()
      setTimeout(() => URL.revokeObjectURL(url), REVOKED_AFTER_MS)
    })
  const { moving } = loaded
  const downloads: MenuEntry[] = moving
    ? MOVING.map((format) => ({
        kind: 'action',
        label: format.toUpperCase(),
        onSelect: download(format, () => renderMoving(moving, state, format)),
      }))
    : DESTINATIONS.map((destination) => {
        const output = still(destination)
        const { width, height } = output.canvas
        const size = `${width} × ${height} ${output.format.toUpperCase()}`
        const label = t('studio.destination.entry', { name: t(DESTINATION_KEYS[destination]), size })
        return { kind: 'action', label, onSelect: download(output.format, () => render(output)) }
      })
  const copy = run('copy', async () => {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': render(still('original')) })])
    toast.success(t(isServed ? 'studio.copiedFrame' : 'studio.copied'))
  })
  const isDisabled = !isReady || busy !== null || (isServed && !user)
  return (
    <>
      <Button
        icon={<Send size={18} />}
        loading={busy === 'publish'}
        disabled={isDisabled}
        className={styles.publish ?? ''}
        onClick={publish}
      >
        {t('studio.publish')}
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
      <Menu label={t('studio.download')} entries={downloads}>
        {(trigger) => (
          <Button
            variant="secondary"
            icon={<Download size={18} />}
            loading={busy === 'download'}
            disabled={isDisabled}
            className={styles.other ?? ''}
            {...trigger}
          >
            {t('studio.download')}
            <ChevronDown size={16} aria-hidden="true" />
          </Button>
        )}
      </Menu>
      {isServed && !user && (
        <div className={styles.login}>
          <ButtonLink
            to={paths.login}
            variant="secondary"
            onClick={() => afterLogin(() => navigateTo(pathname + search))}
          >
            {t('studio.movingLogin')}
          </ButtonLink>
        </div>
      )}
    </>
  )
}

/** Returns true if all fonts, stickers and emoji that the layers need are loaded. */
function isLoaded({ layers }: StudioState, { fonts, stickers, emoji }: StudioAssets): boolean {
  return layers.every((layer) =>
    isCaption(layer)
      ? fonts.has(layer.font) && emojiOf(layer).every((code) => emoji.has(code))
      : stickers.has(layer.src),
  )
}

/** Renders an animation on the server, which draws the captions on every frame. */
function renderMoving(file: Blob, state: StudioState, format: (typeof MOVING)[number]): Promise<Blob> {
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
function makingOf({ template, madeFrom }: LoadedSource, { layers, frame }: StudioState): StudioRecord {
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
