import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../ui/button.tsx'
import styles from './tag-filter-head.module.css'

interface TagFilterHeadProps {
  /** What the list below is narrowed to. */
  title: string
  /** The list without the filter. */
  clearTo: string
}

/** Says what the feed is narrowed to, with the way back to all of it. */
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
