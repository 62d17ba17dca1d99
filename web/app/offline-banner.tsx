import { useTranslation } from 'react-i18next'
import { useIsOnline } from '../lib/connection.ts'
import styles from './offline-banner.module.css'

/** What still works while there is no connection. */
export function OfflineBanner() {
  const { t } = useTranslation()
  const isOnline = useIsOnline()
  if (isOnline) return null
  return (
    <p role="status" className={styles.banner}>
      {t('common.offline.banner')}
    </p>
  )
}
