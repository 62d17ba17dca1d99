import { formatMegabytes } from '../../lib/format.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import type { SendingState } from './bulk-store.ts'
import { PercentBar } from './percent-bar.tsx'
import styles from './progress-panel.module.css'

interface SendingPanelProps {
  sending: SendingState
  onStop: () => void
}

/** Shown while sending. After the response, the server's progress replaces it. */
export function SendingPanel({ sending, onStop }: SendingPanelProps) {
  const { t, language } = useTranslation()
  const { files, arrivedFiles, sentBytes, totalBytes, isWaiting } = sending
  return (
    <section className={styles.panel} aria-labelledby="bulk-sending">
      <h2 id="bulk-sending" className={styles.title}>
        {t('bulk.uploading')}
      </h2>
      <p className={styles.line} role="status">
        {isWaiting ? t('bulk.waitingForConnection') : t('bulk.sendingFiles', { count: files })}
      </p>
      <PercentBar percent={Math.floor((sentBytes / Math.max(1, totalBytes)) * 100)} label={t('bulk.uploading')} />
      <p className={styles.line}>
        {t('bulk.sent', {
          sent: formatMegabytes(sentBytes, language),
          total: formatMegabytes(totalBytes, language),
          done: arrivedFiles,
          count: files,
        })}
      </p>
      <p className={styles.note}>{t('bulk.mayNotLeave')}</p>
      <div className={styles.buttons}>
        <Button variant="secondary" onClick={onStop}>
          {t('common.cancel')}
        </Button>
      </div>
    </section>
  )
}
