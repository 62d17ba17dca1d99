import { useEffect, useRef } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import looks from '../../../ui/looks.module.css'
import styles from './upload-progress.module.css'

/** @param share of the bytes sent, 0 to 1 */
export function UploadProgress({ share }: { share: number }) {
  const { t } = useTranslation()
  const percent = Math.round(share * 100)
  const container = useRef<HTMLDivElement>(null)
  // On phones, the bar is below the form that was just submitted. `void`: in newer browsers scrollIntoView returns a promise,
  // which is not a cleanup function.
  useEffect(() => void container.current?.scrollIntoView({ block: 'center' }), [])
  // All bytes are sent; the server is processing them.
  const isPreparing = share >= 1
  return (
    <div ref={container} className={looks.stack2}>
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
