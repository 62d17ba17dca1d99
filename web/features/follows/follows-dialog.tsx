import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FOLLOW_MODAL_PAGE_SIZE } from '#contract/limits.ts'
import type { UserCard } from '#contract/people/users.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { retryList } from '../../lib/retry-list.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import styles from './follows-dialog.module.css'
import { PeopleList } from './people-list.tsx'
import { type ListKind, peopleQuery } from './people-query.ts'

interface FollowsDialogProps {
  user: UserCard
  /** The tab to open; null while the dialog is closed. */
  kind: ListKind | null
  onClose: () => void
}

/** A person's followers and the people they follow, in two tabs. */
export function FollowsDialog({ user, kind, onClose }: FollowsDialogProps) {
  const { t } = useTranslation()
  // Stays on the shown tab during the closing animation; opens with the requested one.
  const [shown, setShown] = useState<ListKind>(kind ?? 'followers')
  const [asked, setAsked] = useState(kind)
  if (kind !== asked) {
    setAsked(kind)
    if (kind) setShown(kind)
  }
  const { followersCount, followingCount } = user.stats
  return (
    <Dialog
      open={kind !== null}
      onOpenChange={(open) => !open && onClose()}
      title={user.displayName}
      className={styles.dialog ?? ''}
    >
      <Tabs
        label={t('modal.label', { name: user.displayName })}
        value={shown}
        onChange={setShown}
        tabs={[
          {
            value: 'followers',
            label: t('follows.tab.followers'),
            count: followersCount,
            panel: <PeopleOf username={user.username} kind="followers" />,
          },
          {
            value: 'following',
            label: t('follows.tab.following'),
            count: followingCount,
            panel: <PeopleOf username={user.username} kind="following" />,
          },
        ]}
      />
    </Dialog>
  )
}

const TEXTS = {
  followers: {
    label: 'follows.tab.followers',
    error: 'modal.followers.errorLoading',
    empty: 'modal.followers.empty',
  },
  following: {
    label: 'follows.tab.following',
    error: 'modal.following.errorLoading',
    empty: 'modal.following.empty',
  },
} as const

function PeopleOf({ username, kind }: { username: string; kind: ListKind }) {
  const { t } = useTranslation()
  const query = useInfiniteQuery(peopleQuery(username, kind, FOLLOW_MODAL_PAGE_SIZE))
  const { data, error, isPending, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage } = query
  const texts = TEXTS[kind]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div className={styles.scroller} data-scrolls tabIndex={0}>
      <PeopleList
        label={t(texts.label)}
        usernames={data?.pages.flatMap((page) => page.usernames) ?? []}
        isLoading={isPending}
        isLoadingMore={isFetchingNextPage}
        isRetrying={isFetching}
        hasMore={hasNextPage}
        error={error}
        errorTitle={t(texts.error)}
        empty={{ title: t(texts.empty) }}
        onRetry={() => retryList(query)}
        onMore={() => void fetchNextPage()}
      />
    </div>
  )
}
