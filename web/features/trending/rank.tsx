import { useTranslation } from 'react-i18next'
import styles from './rank.module.css'

/** The first three are coloured. */
export function Rank({ rank }: { rank: number }) {
  const { t } = useTranslation()
  return (
    <span className={styles.rank} data-rank={rank <= 3 ? rank : undefined}>
      <span className={styles.said}>{t('trending.rank', { rank })}</span>
      <span aria-hidden="true">{rank}</span>
    </span>
  )
}
