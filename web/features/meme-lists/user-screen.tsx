import { usePrefetchInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { UserCard as User } from '#contract/people/users.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { NamedAlbums } from '../albums/named-albums.tsx'
import { ProfileHead } from '../follows/profile-head.tsx'
import type { MemeList } from '../memes/data/meme-page.ts'
import { userMemesQuery } from '../memes/data/user-memes-query.ts'
import { MemeGrid } from '../memes/grid/meme-grid.tsx'
import { ScrollToTop } from '../memes/scroll/scroll-to-top.tsx'
import { useSavedLists } from '../memes/scroll/use-saved-lists.ts'
import { userQuery } from '../users/user-query.ts'
import { BrowseLink } from './empty-actions.tsx'
import { UserMemes } from './user-memes.tsx'
import styles from './user-screen.module.css'

export function UserScreen({ username }: { username: string }) {
  useSavedLists()
  return (
    <div className={styles.page}>
      <Profile key={username} username={username} />
    </div>
  )
}

function Profile({ username }: { username: string }) {
  const { t } = useTranslation()
  const { data: user, error, refetch, isRefetching } = useQuery(userQuery(username))
  if (user) return <Loaded user={user} />
  if (!error) return <Loading username={username} />
  if (!(error instanceof ApiError && [400, 404].includes(error.status))) {
    return <ErrorState error={error} onRetry={() => void refetch()} retrying={isRefetching} />
  }
  return (
    <>
      <PageTitle>{t('users.profile.missing')}</PageTitle>
      <EmptyState
        isPage
        title={t('users.profile.missing')}
        hint={t('users.profile.missingHint')}
        action={<BrowseLink>{t('users.profile.browse')}</BrowseLink>}
      />
    </>
  )
}

function Loaded({ user }: { user: User }) {
  return (
    <>
      <PageTitle>{user.displayName}</PageTitle>
      <header className={styles.head}>
        <ProfileHead user={user} />
      </header>
      <NamedAlbums userId={user._id} isOwn={false} />
      <UserMemes user={user} />
      <ScrollToTop />
    </>
  )
}

/** Loading state. Requests the memes in parallel with the user, not afterward. */
function Loading({ username }: { username: string }) {
  const { t } = useTranslation()
  usePrefetchInfiniteQuery(userMemesQuery(username))
  return (
    <>
      <header className={styles.head}>
        <div className={styles.waiting}>
          <Skeleton round width="6rem" height="6rem" />
          <div>
            <Skeleton width="14rem" height="2rem" />
            <Skeleton width="9rem" height="1.25rem" />
            <Skeleton width="min(18rem, 50vw)" height="1.25rem" />
          </div>
        </div>
      </header>
      <MemeGrid
        list={LOADING_LIST}
        listKey=""
        label={t('common.loading')}
        empty={null}
        actions={() => null}
        hrefOf={() => ''}
        onOpen={() => undefined}
        paused
      />
    </>
  )
}

const LOADING_LIST: MemeList = {
  memes: [],
  isLoading: true,
  error: null,
  hasNext: false,
  isLoadingMore: false,
  moreError: null,
  loadMore: () => undefined,
  retry: () => undefined,
}
