import { useInfiniteQuery, usePrefetchInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ImagePlus, Images, Pencil } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router'
import type { UserCard as User } from '#contract/users.ts'
import { FollowButton } from '../../features/follows/follow-button.tsx'
import { useCountedUser } from '../../features/follows/use-counted-user.ts'
import { MemeListView } from '../../features/meme-lists/meme-list-view.tsx'
import { viewedMeme } from '../../features/meme-lists/viewed-meme.ts'
import { type MemeList, useMemeList } from '../../features/memes/data/meme-page.ts'
import { userMemesQuery } from '../../features/memes/data/user-memes-query.ts'
import { MemeGrid } from '../../features/memes/grid/meme-grid.tsx'
import { quickUpload } from '../../features/memes/quick-upload/quick-upload-store.ts'
import { listKeyOf } from '../../features/memes/scroll/saved-lists.ts'
import { ScrollToTop } from '../../features/memes/scroll/scroll-to-top.tsx'
import { useSavedLists } from '../../features/memes/scroll/use-saved-lists.ts'
import { type FollowListKind, UserCard } from '../../features/users/user-card.tsx'
import { userQuery } from '../../features/users/user-query.ts'
import { ApiError } from '../../lib/api-error.ts'
import { loadTexts } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import styles from './user.module.css'

const FollowsDialog = lazy(async () => {
  const [{ FollowsDialog }] = await Promise.all([
    import('../../features/follows/follows-dialog.tsx'),
    loadTexts('modal'),
  ])
  return { default: FollowsDialog }
})

/** A person's public page. */
export function UserRoute() {
  const { username = '' } = useParams()
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
  if (user) return <Known user={user} />
  if (!error) return <Waiting username={username} />
  if (!(error instanceof ApiError && error.status === 404)) {
    return <ErrorState error={error} onRetry={() => void refetch()} retrying={isRefetching} />
  }
  return (
    <>
      <PageTitle>{t('users.profile.missing')}</PageTitle>
      <EmptyState isPage title={t('users.profile.missing')} hint={t('users.profile.missingHint')} action={<Browse />} />
    </>
  )
}

function Known({ user }: { user: User }) {
  return (
    <>
      <PageTitle>{user.displayName}</PageTitle>
      <header className={styles.head}>
        <Head user={user} />
      </header>
      <UserMemes user={user} />
      <ScrollToTop />
    </>
  )
}

function Head({ user: answered }: { user: User }) {
  const user = useCountedUser(answered)
  const [list, setList] = useState<FollowListKind | null>(null)
  // Once open it stays in the page, so that closing can be seen.
  const [wasOpen, setWasOpen] = useState(false)
  const { t } = useTranslation()
  const session = useSession()
  const { username, displayName, bio, avatarUrl, stats, viewer } = user
  const person = { username, displayName, bio, avatar: avatarUrl, followersCount: stats.followersCount }
  return (
    <>
      <UserCard
        variant="detailed"
        user={user}
        isPage
        action={
          session.user?.userId === user._id ? (
            <ButtonLink to={paths.account()} size="sm" variant="secondary" icon={<Pencil size={16} />}>
              {t('users.profile.edit')}
            </ButtonLink>
          ) : (
            <FollowButton person={person} held={viewer} />
          )
        }
        onList={(kind) => {
          setWasOpen(true)
          setList(kind)
        }}
      />
      {wasOpen && (
        <Suspense>
          <FollowsDialog user={user} kind={list} onClose={() => setList(null)} />
        </Suspense>
      )}
    </>
  )
}

function UserMemes({ user }: { user: User }) {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const session = useSession()
  const options = userMemesQuery(user.username)
  const list = useMemeList(useInfiniteQuery(options))
  const path = paths.user(user.username)
  const isSelf = session.user?.userId === user._id
  return (
    <MemeListView
      list={list}
      listKey={listKeyOf(options.queryKey)}
      label={t('users.profile.memes', { name: user.displayName })}
      view={viewedMeme(query)}
      addressOf={(view) => (view ? `${path}?${new URLSearchParams({ view })}` : path)}
      sourceType="user_profile"
      empty={
        isSelf ? (
          <EmptyState
            title={t('users.profile.emptyOwn')}
            hint={t('users.profile.emptyOwnHint')}
            action={
              <Button icon={<ImagePlus size={20} />} onClick={() => quickUpload.open()}>
                {t('common.nav.upload')}
              </Button>
            }
          />
        ) : (
          <EmptyState
            title={t('users.profile.empty', { name: user.displayName })}
            hint={t('users.profile.emptyHint')}
            action={<Browse />}
          />
        )
      }
    />
  )
}

/** The memes are asked for beside the person, not after. */
function Waiting({ username }: { username: string }) {
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
        list={LIST_ON_ITS_WAY}
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

const LIST_ON_ITS_WAY: MemeList = {
  memes: [],
  isLoading: true,
  error: null,
  hasNext: false,
  isLoadingMore: false,
  moreError: null,
  loadMore: () => undefined,
  retry: () => undefined,
}

function Browse() {
  const { t } = useTranslation()
  return (
    <ButtonLink to={paths.home} icon={<Images size={20} />}>
      {t('users.profile.browse')}
    </ButtonLink>
  )
}
