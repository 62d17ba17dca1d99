import { useTranslation } from '../lib/i18n.ts'
import { Spinner } from '../ui/spinner.tsx'
import styles from './screen-loading.module.css'

export function ScreenLoading() {
  const { t } = useTranslation()
  return (
    <div className={styles.screen}>
      <Spinner size="2.5rem" label={t('common.loading')} />
    </div>
  )
}
