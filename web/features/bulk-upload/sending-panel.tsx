import { useTranslation } from 'react-i18next'
import { formatMegabytes } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { PercentBar } from './percent-bar.tsx'
import styles from './progress-panel.module.css'
import { type BulkEntry, totalBytes } from './selection.ts'

interface SendingPanelProps {
  /** 0 to 1. */
  share: number
  entries: BulkEntry[]
  onStop: () => void
}

/** Shown while sending. After the response, the server's progress replaces it. */
export function SendingPanel({ share, entries, onStop }: SendingPanelProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const total = totalBytes(entries)
  return (
    <section className={styles.panel} aria-labelledby="bulk-sending">
      <h2 id="bulk-sending" className={styles.title}>
        {t('bulk.uploading')}
      </h2>
      <p className={styles.line} role="status">
        {t('bulk.sendingFiles', { count: entries.length })}
      </p>
      <PercentBar percent={Math.floor(share * 100)} label={t('bulk.uploading')} />
      <p className={styles.line}>
        {t('bulk.sent', { sent: formatMegabytes(total * share, language), total: formatMegabytes(total, language) })}
      </p>
      <p className={styles.note}>{t('bulk.mayNotLeave')}</p>
      <div className={styles.buttons}>
        <Button variant="secondary" onClick={onStop}>
          {t('bulk.cancel')}
        </Button>
      </div>
    </section>
  )
}
