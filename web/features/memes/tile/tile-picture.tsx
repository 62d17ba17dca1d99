import { ImageOff } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'
import type { Meme } from '#contract/memes/memes.ts'
import { pictureAlt } from '#contract/memes/picture-alt.ts'
import { listedSources } from '#contract/memes/picture-sources.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { classNames } from '../../../ui/class-names.ts'
import { StillPicture } from '../picture/still-picture.tsx'
import { averageColor } from '../picture/thumbhash.ts'
import { useBlurredPicture } from '../picture/use-blurred-picture.ts'
import { WordMarks } from '../picture/word-marks.tsx'
import styles from './tile-picture.module.css'

/** URLs of pictures that were shown before, which do not fade in again. */
const shownBefore = new Set<string>()

interface TilePictureProps {
  meme: Meme
  width: number
  height: number
  isFirst: boolean
  /** For animations; a still picture never plays. */
  isPlaying: boolean
}

export function TilePicture({ meme, width, height, isFirst, isPlaying }: TilePictureProps) {
  const { t } = useTranslation()
  const { image } = meme
  const wasShown = shownBefore.has(image.imageSmall)
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>(wasShown ? 'shown' : 'loading')
  const blur = useBlurredPicture(image.thumbhash, state === 'loading')
  const shown = () => {
    shownBefore.add(image.imageSmall)
    setState('shown')
  }
  if (state === 'failed') {
    return (
      <span className={styles.failed} role="img" aria-label={`${pictureAlt(meme)}. ${t('feed.imageFailed')}`}>
        <ImageOff size={28} aria-hidden="true" />
        <span aria-hidden="true">{t('feed.imageFailed')}</span>
      </span>
    )
  }
  return (
    <span
      className={classNames(styles.frame, state === 'loading' && styles.pulsing)}
      style={{ backgroundColor: averageColor(image.thumbhash), ...(blur ? { backgroundImage: `url("${blur}")` } : {}) }}
    >
      {image.animated && !isPlaying ? (
        <StillPicture
          src={image.imageSmall}
          alt={pictureAlt(meme)}
          onShown={shown}
          onFailed={() => setState('failed')}
        />
      ) : (
        <img
          {...listedSources(image, `${width}px`)}
          alt={pictureAlt(meme)}
          width={width}
          height={height}
          decoding={isFirst ? 'sync' : 'async'}
          fetchPriority={isFirst ? 'high' : 'auto'}
          draggable={false}
          data-shown={state === 'shown' || undefined}
          data-instant={wasShown || isFirst || undefined}
          onLoad={shown}
          onError={() => setState('failed')}
          ref={(element) => takeFinished(element, shown)}
        />
      )}
      {state === 'shown' && <WordMarks meme={meme} />}
    </span>
  )
}

/** A cached picture may have loaded before React attached its listeners. */
function takeFinished(element: HTMLImageElement | null, shown: (event?: SyntheticEvent) => void): void {
  if (element?.complete && element.naturalWidth > 0 && !element.dataset.shown) shown()
}
