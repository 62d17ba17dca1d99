import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { Heart, ImageUp, type LucideIcon, PackageCheck, Search, ShieldCheck, UserRound, Webhook } from 'lucide-react'
import { useEffect } from 'react'
import type { Notification, NotificationKind } from '#contract/notifications/notifications.ts'
import { api } from '../../lib/api.ts'
import { formatMoment } from '../../lib/format.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Link } from '../../lib/router.tsx'
import { useSession } from '../../lib/session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { ListFailure } from '../../ui/list-failure.tsx'
import looks from '../../ui/looks.module.css'
import { PageTitle } from '../../ui/page-title.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { linkOf, textOf } from './notification-text.ts'
import styles from './notifications-screen.module.css'
import { setUnread, useUnread } from './unread.ts'

/** Icons of notifications without an avatar. */
const MARKS: Record<NotificationKind, LucideIcon> = {
  follow: UserRound,
  like: Heart,
  post: UserRound,
  search: Search,
  upload: ImageUp,
  export: PackageCheck,
  webhook: Webhook,
  moderation: ShieldCheck,
}

const notificationsQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: ['notifications', userId],
    queryFn: ({ pageParam, signal }) =>
      api('GET /notifications', { query: pageParam ? { cursor: pageParam } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  })

/** All notifications, latest first. Opening the screen marks them as read; they stay highlighted as new until the next visit. */
export function NotificationsScreen() {
  const { user } = useSession()
  return user && <Notifications userId={user.userId} />
}

function Notifications({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const list = useInfiniteQuery(notificationsQuery(userId))
  const unread = useUnread()
  const items = list.data?.pages.flatMap((page) => page.data) ?? []
  const newest = items[0]?.updatedAt
  const { refetch } = list
  useEffect(() => {
    if (!newest) return
    void api('POST /notifications/read', { body: { until: newest } }).then(
      ({ count }) => setUnread(count),
      () => undefined,
    )
  }, [newest])
  useEffect(() => {
    if (unread > 0) void refetch()
  }, [unread, refetch])
  return (
    <div className={styles.page}>
      <PageTitle>{t('notifications.title')}</PageTitle>
      <h1 className={looks.title}>{t('notifications.title')}</h1>
      {list.isPending && <Spinner label={t('common.loading')} />}
      {list.isSuccess && items.length === 0 && (
        <EmptyState title={t('notifications.none')} hint={t('notifications.noneHint')} />
      )}
      <ul className={looks.stack2}>
        {items.map((item) => (
          <Row key={item._id} item={item} />
        ))}
      </ul>
      <ListFailure query={list} title={t('notifications.failed')} />
      {list.hasNextPage && (
        <Button variant="secondary" wide loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('notifications.more')}
        </Button>
      )}
    </div>
  )
}

function Row({ item }: { item: Notification }) {
  const { t, language } = useTranslation()
  const [first] = item.people
  const to = linkOf(item)
  const text = textOf(item, t)
  const Mark = MARKS[item.kind]
  return (
    <li className={styles.row} data-new={!item.isRead || undefined}>
      {first ? (
        <Avatar name={first.displayName} src={first.avatarUrl} size={44} />
      ) : (
        <span className={styles.mark} aria-hidden="true">
          <Mark size={22} />
        </span>
      )}
      <div className={styles.words}>
        {to ? <Link to={to}>{text}</Link> : <span>{text}</span>}
        {item.detail.reason && <span className={looks.quiet}>{item.detail.reason}</span>}
        <time dateTime={item.updatedAt}>{formatMoment(item.updatedAt, language)}</time>
      </div>
      {item.meme && !item.meme.sensitive && (
        <img className={styles.picture} src={item.meme.imageSmall} alt="" loading="lazy" width={56} height={56} />
      )}
    </li>
  )
}
