import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { Navigate, useLocation, useNavigate } from '../../lib/router.tsx'
import { takeShared } from '../../lib/shared-files.ts'
import { Button } from '../../ui/button.tsx'
import looks from '../../ui/looks.module.css'
import { PageTitle } from '../../ui/page-title.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.ts'
import { StorageWarning } from '../memes/storage/storage-warning.tsx'
import {
  arrive,
  chooseFiles,
  clearAll,
  restoreSaved,
  settle,
  startSending,
  stopSending,
  takeBackFailed,
  useBulk,
  useHasUnsaved,
  waiting,
} from './bulk-store.ts'
import styles from './bulk-upload-screen.module.css'
import { Chosen } from './chosen.tsx'
import { DropZone } from './drop-zone.tsx'
import { canRetryAtOnce } from './outcome.ts'
import { ProgressPanel } from './progress-panel.tsx'
import { ProgressSkeleton } from './progress-skeleton.tsx'
import { SendingPanel } from './sending-panel.tsx'
import { useLeaveWarning } from './use-leave-warning.ts'
import { usePageFiles } from './use-page-files.ts'
import { useProgress } from './use-progress.ts'

/** /bulk-upload: choose and send files. */
export function BulkUploadScreen() {
  const { entries, sending, startedId } = useBulk()
  const navigate = useNavigate()
  const isSending = sending !== null
  const hasUnsaved = useHasUnsaved()
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: files may be opened with the application while it shows this screen
  useEffect(() => {
    restoreSaved('wait')
      .then(takeShared)
      .then(({ files }) => files.length > 0 && chooseFiles(files))
      .catch(toast.error)
  }, [key])
  usePageFiles(isSending ? null : chooseFiles)
  useLeaveWarning(isSending || hasUnsaved)
  useEffect(() => {
    if (startedId) void navigate(paths.bulkProgress(startedId), { replace: true })
  }, [startedId, navigate])
  const chosen = waiting(entries)
  return (
    <Frame isNarrow={isSending}>
      <StorageWarning />
      {isSending ? (
        <SendingPanel sending={sending} onStop={stopSending} />
      ) : chosen.length > 0 ? (
        <Chosen entries={chosen} onClear={clearAll} onSend={() => void startSending()} />
      ) : (
        <DropZone onFiles={chooseFiles} />
      )}
    </Frame>
  )
}

/** /bulk-upload/{uploadId}: an upload on the server, running or finished. */
export function BulkProgressScreen({ uploadId }: { uploadId: string }) {
  const { isLoaded, entries } = useBulk()
  const navigate = useNavigate()
  const { progress, error, isGone, retry, retrying } = useProgress(uploadId)
  usePageFiles(null)
  useEffect(() => {
    void restoreSaved('stay')
    arrive()
  }, [])
  const isEnded = progress !== undefined && progress.status !== 'processing'
  useEffect(() => {
    if (isEnded && isLoaded) settle(uploadId, progress.allResults)
  }, [isEnded, isLoaded, uploadId, progress])
  if (isGone) return <Navigate to={paths.bulkUpload} replace />
  const tryAgain = () => {
    const failed = progress?.allResults ?? []
    const isHeld = takeBackFailed(uploadId, failed)
    void navigate(paths.bulkUpload)
    if (isHeld && canRetryAtOnce(failed)) void startSending()
  }
  const isHere = entries.some(({ announced }) => announced?.uploadId === uploadId)
  const goOn = () => {
    void navigate(paths.bulkUpload)
    void startSending()
  }
  return (
    <Frame isNarrow>
      {progress ? (
        <ProgressPanel progress={progress} onTryAgain={tryAgain} onSendRest={isHere ? goOn : null} />
      ) : error ? (
        <ErrorState error={error} onRetry={retry} retrying={retrying} />
      ) : (
        <ProgressSkeleton />
      )}
    </Frame>
  )
}

/** `isNarrow` aligns the heading with the narrow panel below. */
function Frame({ isNarrow, children }: { isNarrow: boolean; children: ReactNode }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  // The first page of a visit has no history to go back to.
  const back = () => void (window.history.length > 1 ? navigate(-1) : navigate(paths.home))
  return (
    <div className={styles.page} data-narrow={isNarrow || undefined}>
      <PageTitle>{t('bulk.title')}</PageTitle>
      <Button variant="ghost" size="sm" className={styles.back} icon={<ArrowLeft size={18} />} onClick={back}>
        {t('bulk.back')}
      </Button>
      <h1 className={looks.title}>{t('bulk.title')}</h1>
      <p className={styles.subtitle}>{t('bulk.subtitle')}</p>
      {children}
    </div>
  )
}
