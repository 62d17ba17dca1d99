import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './upload-progress.module.css'

/** @param share of the bytes that have left, 0 to 1 */
export function UploadProgress({ share }: { share: number }) {
  const { t } = useTranslation()
  const percent = Math.round(share * 100)
  const container = useRef<HTMLDivElement>(null)
  // On a phone it stands below the form that was just sent. Newer browsers answer a promise, which is no cleanup.
  useEffect(() => void container.current?.scrollIntoView({ block: 'center' }), [])
  // All bytes have left; the server is at work on them.
  const isPreparing = share >= 1
  return (
    <div ref={container} className={styles.progress}>
      <div className={styles.line}>
        <span role="status">{isPreparing ? t('upload.preparing') : t('upload.sending')}</span>
        {!isPreparing && <span aria-hidden="true">{percent}%</span>}
      </div>
      <div
        role="progressbar"
        aria-label={t('upload.sending')}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(isPreparing ? {} : { 'aria-valuenow': percent })}
        className={styles.bar}
        data-preparing={isPreparing || undefined}
      >
        <div className={styles.done} style={{ width: `${percent}%` }} />
      </div>
    </div>
  )
}
