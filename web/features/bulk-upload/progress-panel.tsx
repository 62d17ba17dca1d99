import { RotateCw, Upload } from 'lucide-react'
import type { BulkProgress } from '#contract/memes/bulk-upload.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { splitDuration } from './format-duration.ts'
import { isSkipped } from './outcome.ts'
import { PercentBar } from './percent-bar.tsx'
import styles from './progress-panel.module.css'
import { ResultList } from './result-list.tsx'

const TITLES = { running: 'bulk.uploading', done: 'bulk.complete', failed: 'bulk.failedTitle' } as const

/** The failed files without those that were skipped. */
const failuresIn = ({ failedCount, allResults }: BulkProgress) => failedCount - allResults.filter(isSkipped).length

/** Returns the tone of the panel. A finished upload without any meme counts as failed, unless all files were skipped. */
function toneOf(progress: BulkProgress): keyof typeof TITLES {
  if (progress.status === 'processing') return 'running'
  return progress.status === 'error' || (progress.successCount === 0 && failuresIn(progress) > 0) ? 'failed' : 'done'
}

interface ProgressPanelProps {
  progress: BulkProgress
  onTryAgain: () => void
  /** Null if this browser does not have the files that are still to come. */
  onSendRest: (() => void) | null
}

/** Shows the progress of an upload, and its result afterward. */
export function ProgressPanel({ progress, onTryAgain, onSendRest }: ProgressPanelProps) {
  const { t } = useTranslation()
  const { status } = progress
  const tone = toneOf(progress)
  return (
    <section className={styles.panel} aria-labelledby="bulk-progress" data-status={status}>
      <h2 id="bulk-progress" className={styles.title}>
        {t(TITLES[tone])}
      </h2>
      {status === 'processing' && <Counts progress={progress} />}
      <PercentBar percent={progress.percentage} label={t(TITLES[tone])} tone={tone} />
      {status === 'processing' ? (
        <Running progress={progress} isHere={onSendRest !== null} />
      ) : (
        <Ended progress={progress} />
      )}
      {progress.awaitedFiles > 0 && onSendRest && (
        <div className={styles.buttons}>
          <Button icon={<Upload size={18} />} onClick={onSendRest}>
            {t('bulk.sendRest')}
          </Button>
        </div>
      )}
      {status !== 'processing' && (
        <div className={styles.buttons}>
          {(status === 'error' || failuresIn(progress) > 0) && (
            <Button
              variant={tone === 'failed' ? 'primary' : 'secondary'}
              icon={<RotateCw size={18} />}
              onClick={onTryAgain}
            >
              {t('bulk.tryAgain')}
            </Button>
          )}
          <ButtonLink to={`${paths.myMemes}?tab=uploadedByMe`} variant={tone === 'failed' ? 'secondary' : 'primary'}>
            {t('bulk.goToMyMemes')}
          </ButtonLink>
        </div>
      )}
      <ResultList uploadId={progress.uploadId} results={progress.allResults} />
      <Spoken progress={progress} />
    </section>
  )
}

function Counts({ progress }: { progress: BulkProgress }) {
  const { t } = useTranslation()
  const duration = useDuration()
  const { processedFiles, totalFiles, successCount, estimatedTimeRemaining } = progress
  return (
    <dl className={styles.counts}>
      <Count label={t('bulk.processed')} value={`${processedFiles}/${totalFiles}`} />
      <Count label={t('bulk.successful')} value={String(successCount)} />
      <Count label={t('bulk.failedCount')} value={String(failuresIn(progress))} />
      <Count label={t('bulk.remaining')} value={duration(estimatedTimeRemaining)} />
    </dl>
  )
}

function Count({ label, value }: { label: string; value: string }) {
  return (
    <div className={styles.count}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function Running({ progress, isHere }: { progress: BulkProgress; isHere: boolean }) {
  const { t } = useTranslation()
  const { awaitedFiles, currentFile, processedFiles, totalFiles } = progress
  const isIdle = currentFile === null && processedFiles + awaitedFiles === totalFiles
  return (
    <>
      {!isIdle && (
        <p className={styles.line}>{currentFile ? t('bulk.current', { fileName: currentFile }) : t('bulk.inQueue')}</p>
      )}
      <p className={styles.note}>
        {awaitedFiles === 0
          ? t('bulk.mayLeave')
          : t(isHere ? 'bulk.awaitedHere' : 'bulk.awaitedElsewhere', { count: awaitedFiles })}
      </p>
    </>
  )
}

function Ended({ progress }: { progress: BulkProgress }) {
  const { t } = useTranslation()
  const duration = useDuration()
  const failures = failuresIn(progress)
  const skipped = progress.failedCount - failures
  if (progress.status === 'error') {
    return (
      <>
        <p className={styles.problem}>{t('bulk.processError')}</p>
        <p className={styles.line}>{t('bulk.pleaseTryAgain')}</p>
      </>
    )
  }
  return (
    <>
      <p className={progress.successCount > 0 ? styles.done : styles.line}>
        {t('bulk.success', { done: progress.successCount, count: progress.totalFiles })}
      </p>
      {skipped > 0 && <p className={styles.line}>{t('bulk.skippedFiles', { count: skipped })}</p>}
      {failures > 0 && <p className={styles.problem}>{t('bulk.failedFiles', { count: failures })}</p>}
      <p className={styles.line}>{t('bulk.totalTime', { time: duration(progress.elapsedTime) })}</p>
    </>
  )
}

/** Screen reader announcements at each quarter and at the end, not for every file. */
function Spoken({ progress }: { progress: BulkProgress }) {
  const { t } = useTranslation()
  const quarter = Math.floor(progress.percentage / 25) * 25
  const text = progress.status === 'processing' ? t('bulk.spoken', { percent: quarter }) : t(TITLES[toneOf(progress)])
  return <VisuallyHidden live>{text}</VisuallyHidden>
}

function useDuration(): (seconds: number) => string {
  const { t } = useTranslation()
  return (whole) => {
    const { minutes, seconds } = splitDuration(whole)
    return minutes > 0 ? t('bulk.minutesSeconds', { minutes, seconds }) : t('bulk.seconds', { seconds })
  }
}
