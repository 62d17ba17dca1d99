import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { LOAD_MORE_WITHIN_PX } from '#contract/limits.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { retryList } from '../../lib/retry-list.ts'
import { uniqueBy } from '../../lib/unique-by.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { EmptyState, EndOfList, ErrorState } from '../../ui/states.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './trending-list.module.css'

interface Entry {
  rank: number
}

interface TrendingListProps<E extends Entry> {
  label: string
  query: UseInfiniteQueryResult<InfiniteData<{ entries: readonly E[] }>>
  /** Returns an entry's id, which is used to remove duplicates across pages. */
  idOf: (entry: E) => string
  card: (entry: E) => ReactNode
  row: (entry: E) => ReactNode
  /** True if the entry was removed since the list loaded. */
  isGone?: (entry: E) => boolean
  empty: { title: string; hint: string }
}

const CARDS = 3

/** One time frame: ranks 1 to 3 as cards, the rest as rows. Loads more on scroll and has its own retry button. */
export function TrendingList<E extends Entry>(props: TrendingListProps<E>) {
  const { label, query, idOf, card, row, isGone, empty } = props
  const { t } = useTranslation()
  const listed = uniqueBy(query.data?.pages.flatMap((page) => page.entries) ?? [], idOf)
  const entries = isGone ? listed.filter((entry) => !isGone(entry)) : listed
  const failed = query.isError && !query.isFetching
  if (!query.data) {
    if (failed)
      return <ErrorState error={query.error} title={t('trending.failed')} onRetry={() => void query.refetch()} />
    return <Waiting />
  }
  if (entries.length === 0) return <EmptyState title={empty.title} hint={empty.hint} />
  return (
    <>
      <ol className={styles.list} aria-label={label}>
        {entries.map((entry) => (
          <li key={idOf(entry)} value={entry.rank} className={entry.rank <= CARDS ? styles.card : styles.row}>
            {entry.rank <= CARDS ? card(entry) : row(entry)}
          </li>
        ))}
      </ol>
      {failed ? (
        <div className={styles.more} role="alert">
          <p>{t('trending.failed')}</p>
          <Button variant="secondary" icon={<RotateCw size={18} />} onClick={() => retryList(query)}>
            {t('common.retry')}
          </Button>
        </div>
      ) : query.isFetchingNextPage ? (
        <div className={styles.more}>
          <Spinner />
          <VisuallyHidden live>{t('common.loading')}</VisuallyHidden>
        </div>
      ) : query.hasNextPage ? (
        <LoadMoreSentinel key={entries.length} onNear={() => void query.fetchNextPage()} />
      ) : (
        <EndOfList>{t('trending.end')}</EndOfList>
      )}
    </>
  )
}

/**
 * Calls `onNear` when the end of this column is near or above the viewport, since a longer column next to it may be scrolled
 * further.
 */
function LoadMoreSentinel({ onNear }: { onNear: () => void }) {
  const list = useRef<HTMLDivElement>(null)
  const latest = useRef(onNear)
  useEffect(() => {
    latest.current = onNear
  })
  useEffect(() => {
    if (!list.current) return
    const observer = new IntersectionObserver(
      (seen) => seen.some((entry) => entry.isIntersecting) && latest.current(),
      {
        rootMargin: `1000000px 0px ${LOAD_MORE_WITHIN_PX}px 0px`,
      },
    )
    observer.observe(list.current)
    return () => observer.disconnect()
  }, [])
  return <div ref={list} className={styles.bottom} />
}

/** Placeholders: three cards and some rows. */
function Waiting() {
  const { t } = useTranslation()
  return (
    <div className={styles.list} data-list-waiting>
      <VisuallyHidden live>{t('common.loading')}</VisuallyHidden>
      {[1, 2, 3].map((rank) => (
        <div key={rank} className={styles.card}>
          <Skeleton height="14rem" className={styles.waiting} />
        </div>
      ))}
      {[4, 5, 6, 7].map((rank) => (
        <div key={rank} className={styles.row}>
          <Skeleton height="4.5rem" />
        </div>
      ))}
    </div>
  )
}
