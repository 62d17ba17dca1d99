import { useTranslation } from '../../lib/i18n.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './rank.module.css'

/** A rank; the first three are colored. */
export function Rank({ rank }: { rank: number }) {
  const { t } = useTranslation()
  return (
    <span className={styles.rank} data-rank={rank <= 3 ? rank : undefined}>
      <VisuallyHidden>{t('trending.rank', { rank })}</VisuallyHidden>
      <span aria-hidden="true">{rank}</span>
    </span>
  )
}
