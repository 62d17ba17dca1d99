import { CircleCheck, CircleMinus, CircleX, Clock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { BulkFileResult } from '#contract/memes/bulk-upload.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { Link } from '../../lib/router.tsx'
import { Button } from '../../ui/button.tsx'
import looks from '../../ui/looks.module.css'
import { Spinner } from '../../ui/spinner.tsx'
import { useBulk } from './bulk-store.ts'
import { isSkipped } from './outcome.ts'
import styles from './result-list.module.css'
import { useUploadAnyway } from './upload-anyway.ts'

const ICONS = {
  queued: <Clock size={18} />,
  processing: <Spinner size="1.1rem" />,
  done: <CircleCheck size={18} />,
  skipped: <CircleMinus size={18} />,
  failed: <CircleX size={18} />,
} as const satisfies Record<BulkFileResult['status'] | 'skipped', unknown>

const LABELS = {
  queued: 'bulk.status.queued',
  processing: 'bulk.status.processing',
  done: 'bulk.status.done',
  skipped: 'bulk.status.skipped',
  failed: 'bulk.status.failed',
} as const satisfies Record<keyof typeof ICONS, string>

/** The result of each file, in the chosen order. */
export function ResultList({ uploadId, results }: { uploadId: string; results: readonly BulkFileResult[] }) {
  const { t } = useTranslation()
  return (
    <ul className={styles.list} aria-label={t('bulk.results')}>
      {results.map((result) => {
        const status = isSkipped(result) ? 'skipped' : result.status
        return (
          <li key={result.index} className={styles.row} data-status={status}>
            <span className={styles.icon} role="img" aria-label={t(LABELS[status])}>
              {ICONS[status]}
            </span>
            <span className={looks.oneLine}>{result.fileName}</span>
            <Outcome uploadId={uploadId} result={result} />
          </li>
        )
      })}
    </ul>
  )
}

function Outcome({ uploadId, result }: { uploadId: string; result: BulkFileResult }) {
  const { t } = useTranslation()
  const link = useRef<HTMLAnchorElement>(null)
  const wasSkipped = useRef(false)
  const { memeId } = result
  useEffect(() => {
    // The link replaces the focused button.
    if (memeId && wasSkipped.current) link.current?.focus()
    wasSkipped.current = isSkipped(result)
  })
  if (memeId) {
    return (
      <Link
        ref={link}
        className={styles.link}
        to={paths.memeModal(memeId)}
        aria-label={t('bulk.openNamed', { name: result.fileName })}
      >
        {t('bulk.open')}
      </Link>
    )
  }
  if (isSkipped(result)) return <Skipped uploadId={uploadId} result={result} />
  return result.status === 'failed' ? <span className={styles.reason}>{result.message}</span> : null
}

/** A picture that is already on the site. It can be uploaded anyway if this browser still has it. */
function Skipped({ uploadId, result }: { uploadId: string; result: BulkFileResult }) {
  const { t } = useTranslation()
  const { uploadAnyway, isSending } = useUploadAnyway({ uploadId, index: result.index })
  const held = useBulk().entries.find(({ sent }) => sent?.uploadId === uploadId && sent.index === result.index)
  return (
    <span className={styles.skipped}>
      <span className={styles.note}>{t('bulk.skipped')}</span>
      {held && (
        <Button
          variant="secondary"
          size="sm"
          loading={isSending}
          aria-label={t('bulk.uploadAnywayNamed', { name: result.fileName })}
          onClick={() => uploadAnyway(held)}
        >
          {t('bulk.uploadAnyway')}
        </Button>
      )}
      {result.duplicateOf && (
        <Link
          className={styles.link}
          to={paths.memeModal(result.duplicateOf)}
          aria-label={t('bulk.showItNamed', { name: result.fileName })}
        >
          {t('bulk.showIt')}
        </Link>
      )}
    </span>
  )
}
