import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import type { Meme } from '#contract/memes/memes.ts'
import { listedSources } from '#contract/memes/picture-sources.ts'
import { useTranslation } from '../../../lib/i18n.ts'
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
  /** The `sizes` attribute, if the picture may be shown wider than its small version. */
  sizes?: string
  loading?: 'eager' | 'lazy'
  /** Renders the picture without a background. */
  bare?: boolean
}

/** A picture in a list outside the grid. Animations are paused for users who prefer reduced motion. */
export function ListedPicture({ meme, alt, className, sizes, loading = 'lazy', bare = false }: ListedPictureProps) {
  const { t } = useTranslation()
  const { imageSmall: src, width, height, thumbhash, animated } = meme.image
  // Stores the failed URL: the same component may show another picture later.
  const [failed, setFailed] = useState<string | null>(null)
  const isCovered = useIsCovered(meme)
  if (isCovered) return <CoveredPicture meme={meme} className={className} />
  if (failed === src) {
    const label = [alt, t('feed.imageFailed')].filter(Boolean).join('. ')
    return (
      <span
        role="img"
        aria-label={label}
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
  const sources = sizes === undefined ? { src } : listedSources(meme.image, sizes)
  const priority = loading === 'eager' ? 'high' : 'auto'
  return (
    <img
      {...sources}
      alt={alt}
      loading={loading}
      fetchPriority={priority}
      decoding="async"
      {...look}
      onError={onFailed}
    />
  )
}
