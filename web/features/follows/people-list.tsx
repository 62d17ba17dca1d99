import { type ReactNode, useEffect, useRef } from 'react'
import { LOAD_MORE_WITHIN_PX } from '#contract/limits.ts'
import { type ShownPerson, usePerson } from '../../entities/people.ts'
import { useTranslation } from '../../lib/i18n.ts'
import looks from '../../ui/looks.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { UserCard } from '../users/user-card.tsx'
import { FollowButton } from './follow-button.tsx'
import styles from './people-list.module.css'

interface PeopleListProps {
  label: string
  usernames: readonly string[]
  /** The first page is loading, and there is nothing to show yet. */
  isLoading: boolean
  isLoadingMore: boolean
  /** A request is pending, so the retry button is busy. */
  isRetrying: boolean
  hasMore: boolean
  error: unknown
  errorTitle: string
  empty: { title: string; hint?: string }
  onRetry: () => void
  onMore: () => void
  /** Buttons after the follow button. */
  actionOf?: ((person: ShownPerson) => ReactNode) | undefined
}

/** Rows of people that load more near the end. An error leaves the rows in place and offers a retry. */
export function PeopleList(props: PeopleListProps) {
  const { t } = useTranslation()
  const { label, usernames, isLoading, isLoadingMore, hasMore, error, errorTitle, empty, actionOf } = props
  const failure = <ErrorState error={error} title={errorTitle} onRetry={props.onRetry} retrying={props.isRetrying} />
  const end = useNearEnd(hasMore && !isLoading && !isLoadingMore && !error, usernames.length, props.onMore)
  if (isLoading && usernames.length === 0) return <Waiting />
  if (error && usernames.length === 0) return failure
  if (usernames.length === 0 && !hasMore) return <EmptyState {...empty} />
  return (
    <>
      <ul aria-label={label} aria-busy={isLoadingMore || undefined}>
        {usernames.map((username) => (
          <li key={username} className={styles.row}>
            <Row username={username} actionOf={actionOf} />
          </li>
        ))}
      </ul>
      {error ? failure : null}
      <div ref={end} className={styles.end}>
        {isLoadingMore && <Spinner label={t('common.loading')} />}
      </div>
    </>
  )
}

function Row({ username, actionOf }: { username: string } & Pick<PeopleListProps, 'actionOf'>) {
  const person = usePerson(username)
  const action = (
    <div className={styles.actions}>
      <FollowButton person={person} />
      {actionOf?.(person)}
    </div>
  )
  return <UserCard variant="compact" user={person} action={action} />
}

/** Calls `onNear` when the marker approaches the edge of its scroll container, and again whenever the list grows. */
function useNearEnd(active: boolean, length: number, onNear: () => void) {
  const mark = useRef<HTMLDivElement>(null)
  const latest = useRef(onNear)
  useEffect(() => {
    latest.current = onNear
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: re-checks when the list has grown
  useEffect(() => {
    if (!active || !mark.current) return
    const root = mark.current.closest<HTMLElement>('[data-scrolls]')
    const watch = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && latest.current(),
      { root, rootMargin: `0px 0px ${LOAD_MORE_WITHIN_PX}px 0px` },
    )
    watch.observe(mark.current)
    return () => watch.disconnect()
  }, [active, length])
  return mark
}

const WAITING_ROWS = 4

function Waiting() {
  const { t } = useTranslation()
  return (
    <div className={styles.waiting}>
      <VisuallyHidden live>{t('common.loading')}</VisuallyHidden>
      {Array.from({ length: WAITING_ROWS }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: static placeholders
        <div key={row} className={looks.centeredRow}>
          <Skeleton width="2.75rem" height="2.75rem" round />
          <Skeleton width={`${58 - row * 7}%`} height="1.25rem" />
        </div>
      ))}
    </div>
  )
}
