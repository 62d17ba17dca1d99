import { Hourglass } from 'lucide-react'
import { useTranslation } from '../../../lib/i18n.ts'
import styles from './review-mark.module.css'

/** Marks a meme that only its uploader and moderators see until it is approved. */
export function ReviewMark({ isInline = false }: { isInline?: boolean }) {
  const { t } = useTranslation()
  return (
    <span className={styles.mark} data-inline={isInline || undefined}>
      <Hourglass size={14} aria-hidden="true" />
      {t('memes.inReview')}
    </span>
  )
}
