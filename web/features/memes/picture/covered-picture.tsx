import { EyeOff } from 'lucide-react'
import type { Meme } from '#contract/memes/memes.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { classNames } from '../../../ui/class-names.ts'
import styles from './covered-picture.module.css'
import { averageColor } from './thumbhash.ts'
import { useBlurredPicture } from './use-blurred-picture.ts'

// i18n-keys: memes.sensitiveBy.*
interface CoveredPictureProps {
  meme: Pick<Meme, 'image' | 'sensitiveBy'>
  className?: string | undefined
  /** Shows a text label, if there is room. */
  labelled?: boolean
}

/** Replaces a sensitive picture with its blurred placeholder. The picture itself is not loaded. */
export function CoveredPicture({ meme, className, labelled = false }: CoveredPictureProps) {
  const { t } = useTranslation()
  const { width, height, thumbhash } = meme.image
  const blur = useBlurredPicture(thumbhash, true)
  const reason = meme.sensitiveBy && t(`memes.sensitiveBy.${meme.sensitiveBy}`)
  return (
    <span
      role="img"
      aria-label={[t('memes.sensitive'), reason].filter(Boolean).join('. ')}
      data-covered
      className={classNames(styles.cover, className)}
      style={{
        aspectRatio: `${width} / ${height}`,
        backgroundColor: averageColor(thumbhash),
        ...(blur && { backgroundImage: `url("${blur}")` }),
      }}
    >
      <EyeOff size={labelled ? 28 : 20} aria-hidden="true" />
      {labelled && (
        <span aria-hidden="true" className={styles.words}>
          {t('memes.sensitive')}
          {reason && <span className={styles.reason}>{reason}</span>}
        </span>
      )}
    </span>
  )
}
