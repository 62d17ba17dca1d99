import { CircleCheck, CircleX, Clock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { BulkFileResult } from '#contract/memes/bulk-upload.ts'
import { paths } from '../../lib/paths.ts'
import { Spinner } from '../../ui/spinner.tsx'
import styles from './result-list.module.css'

const ICONS = {
  queued: <Clock size={18} />,
  processing: <Spinner size="1.1rem" />,
  done: <CircleCheck size={18} />,
  failed: <CircleX size={18} />,
} as const satisfies Record<BulkFileResult['status'], unknown>

const LABELS = {
  queued: 'bulk.status.queued',
  processing: 'bulk.status.processing',
  done: 'bulk.status.done',
  failed: 'bulk.status.failed',
} as const satisfies Record<BulkFileResult['status'], string>

/** The result of each file, in the chosen order. */
export function ResultList({ results }: { results: readonly BulkFileResult[] }) {
  const { t } = useTranslation()
  return (
    <ul className={styles.list} aria-label={t('bulk.results')}>
      {results.map((result) => (
        <li key={result.index} className={styles.row} data-status={result.status}>
          <span className={styles.icon} role="img" aria-label={t(LABELS[result.status])}>
            {ICONS[result.status]}
          </span>
          <span className={styles.name}>{result.fileName}</span>
          <Outcome result={result} />
        </li>
      ))}
    </ul>
  )
}

function Outcome({ result }: { result: BulkFileResult }) {
  const { t } = useTranslation()
  if (result.memeId) {
    return (
      <Link
        className={styles.link}
        to={paths.memeModal(result.memeId)}
        aria-label={t('bulk.openNamed', { name: result.fileName })}
      >
        {t('bulk.open')}
      </Link>
    )
  }
  if (result.status !== 'failed') return null
  return (
    <span className={styles.reason}>
      {result.message}{' '}
      {result.duplicateOf && (
        <Link className={styles.link} to={paths.memeModal(result.duplicateOf)}>
          {t('bulk.openExisting')}
        </Link>
      )}
    </span>
  )
}
