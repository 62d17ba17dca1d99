import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError, NetworkError } from '../lib/api-error.ts'
import { useIsOnline } from '../lib/connection.ts'
import { useTranslation } from '../lib/i18n.ts'
import { paths } from '../lib/paths.ts'
import { Button, ButtonLink } from './button.tsx'
import { FrameFace } from './frame-face.tsx'
import styles from './states.module.css'

interface EmptyStateProps {
  title: string
  hint?: string
  /** One or two buttons. */
  action?: ReactNode
  /** True if this is the page's only content, so that its title is the page heading. */
  isPage?: boolean
  /** True if an empty list is good news. */
  isGood?: boolean
}

export function EmptyState({ title, hint, action, isPage = false, isGood = false }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'h2'
  return (
    <div className={styles.state}>
      <FrameFace mood={isGood ? 'grin' : 'asleep'} className={styles.picture} />
      <Title className={styles.title}>{title}</Title>
      {hint && <p className={styles.hint}>{hint}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}

interface ErrorStateProps {
  /** The thrown error. The server's message is shown if there is one. */
  error?: unknown
  title?: string
  onRetry?: () => void
  retrying?: boolean
}

export function ErrorState({ error, title, onRetry, retrying = false }: ErrorStateProps) {
  const { t } = useTranslation()
  const isOnline = useIsOnline()
  if (!isOnline && error instanceof NetworkError)
    return <OfflineState {...(onRetry && { onRetry })} retrying={retrying} />
  // Of server errors, only "busy" and "not available" are more helpful than the hint, which suggests a connection problem.
  const message = error instanceof ApiError && (error.status < 500 || error.status === 503) ? error.message : ''
  return (
    <div className={styles.state} role="alert">
      <FrameFace mood="puzzled" className={styles.picture} />
      <h2 className={styles.title}>{title ?? t('common.errorOccurred')}</h2>
      <p className={styles.hint}>{message || t('common.errorHint')}</p>
      {error instanceof ApiError && error.requestId && (
        <p className={styles.note}>{t('common.errorId', { id: error.requestId })}</p>
      )}
      {error instanceof ApiError && error.code === 'auth.secondFactorNeeded' && (
        <div className={styles.action}>
          <ButtonLink to={paths.account('password')}>{t('common.toAccount')}</ButtonLink>
        </div>
      )}
      {onRetry && (
        <div className={styles.action}>
          <Button variant="secondary" icon={<RotateCw size={18} />} loading={retrying} onClick={onRetry}>
            {t('common.retry')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Content that was never opened is unavailable offline. Loads on its own when the device is online again. */
function OfflineState({ onRetry, retrying }: Pick<ErrorStateProps, 'onRetry' | 'retrying'>) {
  const { t } = useTranslation()
  return (
    <div className={styles.state} role="alert">
      <FrameFace mood="asleep" className={styles.picture} />
      <h2 className={styles.title}>{t('common.offline.title')}</h2>
      <p className={styles.hint}>{t('common.offline.hint')}</p>
      <div className={styles.action}>
        {onRetry && (
          <Button variant="secondary" icon={<RotateCw size={18} />} loading={retrying ?? false} onClick={onRetry}>
            {t('common.retry')}
          </Button>
        )}
        <ButtonLink variant="secondary" to={paths.home}>
          {t('common.offline.home')}
        </ButtonLink>
      </div>
    </div>
  )
}

interface EndOfListProps {
  children: ReactNode
}

export function EndOfList({ children }: EndOfListProps) {
  return <p className={styles.end}>{children}</p>
}
