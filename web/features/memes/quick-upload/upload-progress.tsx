import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import styles from './upload-progress.module.css'

interface UploadProgressProps {
  /** 0 to 1 */
  share: number
  onCancel: () => void
}

export function UploadProgress({ share, onCancel }: UploadProgressProps) {
  const { t } = useTranslation()
  const percent = Math.round(share * 100)
  // All bytes have left; the server is at work on them.
  const isPreparing = share >= 1
  return (
    <div className={styles.progress}>
      <div className={styles.line}>
        <span role="status">{isPreparing ? t('upload.preparing') : t('upload.sending')}</span>
        {!isPreparing && <span aria-hidden="true">{percent}%</span>}
      </div>
      <progress
        className={styles.bar}
        max={100}
        value={isPreparing ? undefined : percent}
        aria-label={t('upload.sending')}
      />
      <Button variant="ghost" size="sm" onClick={onCancel}>
        {t('upload.cancel')}
      </Button>
    </div>
  )
}
