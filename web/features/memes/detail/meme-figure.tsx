import { EyeOff, ImageOff, Pause, Play, ZoomIn, ZoomOut } from 'lucide-react'
import { type CSSProperties, type ReactNode, useState } from 'react'
import type { Meme } from '#contract/memes/memes.ts'
import { pictureAlt } from '#contract/memes/picture-alt.ts'
import { figureSources, STRIP_RATIO } from '#contract/memes/picture-sources.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { prefersLessMotion } from '../../../lib/motion.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { revealMeme, useIsCovered } from '../picture/covered.ts'
import { StillPicture } from '../picture/still-picture.tsx'
import { averageColor } from '../picture/thumbhash.ts'
import styles from './meme-figure.module.css'
import { useZoom } from './use-zoom.ts'

// i18n-keys: memes.sensitiveBy.*
interface MemeFigureProps {
  meme: Meme
  /** Overlay with the size of the picture. */
  marks?: ReactNode
}

/**
 * The picture as large as its container allows. Its small version, already fetched by the grid, is the background until it loads.
 */
export function MemeFigure({ meme, marks }: MemeFigureProps) {
  const { t } = useTranslation()
  const { image } = meme
  const [isPlaying, setPlaying] = useState(() => !prefersLessMotion())
  const [isPainted] = useState(() => isPaintedAlready(image.imageMedium))
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>(isPainted ? 'shown' : 'loading')
  const zoom = useZoom()
  const isStrip = image.height / image.width > STRIP_RATIO
  const style = {
    '--width': image.width,
    '--height': image.height,
    backgroundColor: averageColor(image.thumbhash),
    // With reduced motion, the animated small version would play behind the still picture.
    backgroundImage: state === 'shown' || image.animated ? undefined : `url("${image.imageSmall}")`,
  } as CSSProperties
  const events = { onShown: () => setState('shown'), onFailed: () => setState('failed') }
  const isCovered = useIsCovered(meme)
  if (isCovered) {
    return (
      <div className={styles.failed}>
        <EyeOff size={40} aria-hidden="true" />
        <div>
          <p>{t('memes.sensitive')}</p>
          {meme.sensitiveBy && <p className={styles.reason}>{t(`memes.sensitiveBy.${meme.sensitiveBy}`)}</p>}
        </div>
        <Button variant="secondary" onClick={() => revealMeme(meme._id)}>
          {t('memes.showSensitive')}
        </Button>
      </div>
    )
  }
  if (state === 'failed') {
    return (
      <div className={styles.failed}>
        <ImageOff size={40} aria-hidden="true" />
        <p>{t('feed.imageFailed')}</p>
      </div>
    )
  }
  return (
    <div className={styles.frame} data-zoomed={zoom.isZoomed || undefined}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what scrolls takes the arrow keys for itself */}
      <div
        ref={zoom.scroller}
        className={styles.scroller}
        data-strip={isStrip || undefined}
        tabIndex={zoom.isZoomed ? 0 : undefined}
        onKeyDown={zoom.onKeyDown}
      >
        <figure className={styles.figure} style={style} data-state={state} {...zoom.onPicture}>
          {image.animated && !isPlaying ? (
            <StillPicture src={image.imageMedium} alt={pictureAlt(meme)} {...events} />
          ) : (
            <img
              {...figureSources(image)}
              {...(zoom.isZoomed && { sizes: `${image.width}px` })}
              decoding={isPainted ? 'sync' : 'auto'}
              alt={pictureAlt(meme)}
              width={image.width}
              height={image.height}
              onLoad={events.onShown}
              onError={events.onFailed}
            />
          )}
          {state === 'shown' && marks}
        </figure>
      </div>
      <div className={styles.tools}>
        {image.animated && (
          <IconButton
            variant="shade"
            label={t(isPlaying ? 'memes.pause' : 'memes.play')}
            tooltip={false}
            icon={isPlaying ? <Pause size={20} /> : <Play size={20} />}
            onClick={() => setPlaying(!isPlaying)}
          />
        )}
        <IconButton
          variant="shade"
          label={t(zoom.isZoomed ? 'memes.zoomOut' : 'memes.zoomIn')}
          tooltip={false}
          icon={zoom.isZoomed ? <ZoomOut size={20} /> : <ZoomIn size={20} />}
          onClick={zoom.toggle}
        />
      </div>
    </div>
  )
}

/** Returns true if the document still shows the painted picture while the application takes over. */
function isPaintedAlready(address: string): boolean {
  const painted = document.querySelector<HTMLImageElement>('.first-stage img')
  return painted?.getAttribute('src') === address && painted.complete && painted.naturalWidth > 0
}
