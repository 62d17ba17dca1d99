import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Meme } from '#contract/memes.ts'
import { prefersLessMotion } from '../../../lib/motion.ts'
import { classNames } from '../../../ui/class-names.ts'
import { useIsCovered } from './covered.ts'
import { CoveredPicture } from './covered-picture.tsx'
import styles from './listed-picture.module.css'
import { StillPicture } from './still-picture.tsx'
import { averageColor } from './thumbhash.ts'

interface ListedPictureProps {
  meme: Meme
  /** Empty if the meme's name is shown next to it. */
  alt: string
  className?: string | undefined
  /** Shown larger than a small picture is; a moving one stays small, as its larger form weighs megabytes. */
  large?: boolean
  loading?: 'eager' | 'lazy'
  /** Has nothing of its own behind it. */
  bare?: boolean
}

/** A picture in a list beside the grid; a moving one stands still for readers who asked for less motion. */
export function ListedPicture({
  meme,
  alt,
  className,
  large = false,
  loading = 'lazy',
  bare = false,
}: ListedPictureProps) {
  const { t } = useTranslation()
  const { imageSmall, imageMedium, width, height, thumbhash, animated } = meme.image
  const src = large && !animated ? imageMedium : imageSmall
  // Which one it was: the same part may show another picture later.
  const [failed, setFailed] = useState<string | null>(null)
  const isCovered = useIsCovered(meme)
  if (isCovered) return <CoveredPicture meme={meme} className={className} />
  if (failed === src) {
    const said = [alt, t('feed.imageFailed')].filter(Boolean).join('. ')
    return (
      <span
        role="img"
        aria-label={said}
        className={classNames(styles.failed, className)}
        style={{ aspectRatio: width / height }}
      >
        <ImageOff size={22} aria-hidden="true" />
      </span>
    )
  }
  const look = { className, width, height, style: bare ? {} : { backgroundColor: averageColor(thumbhash) } }
  const onFailed = () => setFailed(src)
  if (animated && prefersLessMotion()) return <StillPicture src={src} alt={alt} {...look} onFailed={onFailed} />
  return <img src={src} alt={alt} loading={loading} decoding="async" {...look} onError={onFailed} />
}
