import { EyeOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Meme } from '#contract/memes.ts'
import { classNames } from '../../../ui/class-names.ts'
import styles from './covered-picture.module.css'
import { blurredPicture } from './thumbhash.ts'

interface CoveredPictureProps {
  meme: Meme
  className?: string | undefined
  /** Says what it is in words, where there is room. */
  labelled?: boolean
}

/** In place of a sensitive picture: its blurred placeholder. The picture itself is not loaded. */
export function CoveredPicture({ meme, className, labelled = false }: CoveredPictureProps) {
  const { t } = useTranslation()
  const { width, height, thumbhash } = meme.image
  return (
    <span
      role="img"
      aria-label={t('memes.sensitive')}
      data-covered
      className={classNames(styles.cover, className)}
      style={{ aspectRatio: `${width} / ${height}`, backgroundImage: `url("${blurredPicture(thumbhash)}")` }}
    >
      <EyeOff size={labelled ? 28 : 20} aria-hidden="true" />
      {labelled && <span aria-hidden="true">{t('memes.sensitive')}</span>}
    </span>
  )
}
