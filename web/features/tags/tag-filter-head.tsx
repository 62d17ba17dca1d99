import { X } from 'lucide-react'
import { useTranslation } from '../../lib/i18n.ts'
import { ButtonLink } from '../../ui/button.tsx'
import styles from './tag-filter-head.module.css'

interface TagFilterHeadProps {
  /** The filter of the list below. */
  title: string
  /** The URL of the list without the filter. */
  clearTo: string
}

/** Shows the feed's filter, with a link to remove it. */
export function TagFilterHead({ title, clearTo }: TagFilterHeadProps) {
  const { t } = useTranslation()
  return (
    <header className={styles.head}>
      <h1 className={styles.name}>{title}</h1>
      <ButtonLink to={clearTo} variant="secondary" icon={<X size={18} />}>
        {t('feed.clearFilter')}
      </ButtonLink>
    </header>
  )
}
