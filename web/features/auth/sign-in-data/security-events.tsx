import { useInfiniteQuery } from '@tanstack/react-query'
import type { SecurityEvent } from '#contract/auth/security-log.ts'
import { api } from '../../../lib/api.ts'
import { formatMoment } from '../../../lib/format.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { ListFailure } from '../../../ui/list-failure.tsx'
import looks from '../../../ui/looks.module.css'
import { PanelSection } from '../../../ui/panel-section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import styles from './session-list.module.css'

// i18n-keys: account.security.events.*
/** This account's entries in the server's security log, newest first. */
export function SecurityEvents() {
  const { t, language } = useTranslation()
  const events = useInfiniteQuery({
    // Device descriptions depend on the page's language.
    queryKey: ['security-events', language],
    queryFn: ({ pageParam, signal }) =>
      api('GET /users/me/security-events', { query: pageParam ? { cursor: pageParam } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  })
  const rows = events.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <PanelSection title={t('account.security.title')} hint={t('account.security.hint')} wide>
      {events.isPending && <Skeleton height="4.5rem" />}
      {rows.length > 0 && (
        <ul className={styles.list}>
          {rows.map((event) => (
            <EventRow key={event._id} event={event} />
          ))}
        </ul>
      )}
      <ListFailure query={events} />
      {events.hasNextPage && (
        <Button variant="secondary" loading={events.isFetchingNextPage} onClick={() => void events.fetchNextPage()}>
          {t('account.security.more')}
        </Button>
      )}
    </PanelSection>
  )
}

function EventRow({ event }: { event: SecurityEvent }) {
  const { t, language } = useTranslation()
  const where = event.sameNetwork ? t('account.security.sameNetwork') : ''
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <strong>{t(`account.security.events.${event.event}`)}</strong>
        <span className={looks.quiet}>
          {[formatMoment(event.at, language), event.device, where].filter(Boolean).join(' · ')}
        </span>
      </div>
    </li>
  )
}
