import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useUploadedMemes } from '../../entities/memes.ts'
import { byTimeQuery } from '../../features/feed/by-time-query.ts'
import { type ChoicesOffer, useChoicesOffer } from '../../features/feed/choices-offer.ts'
import { FeedEmpty } from '../../features/feed/feed-empty.tsx'
import { feedQuery } from '../../features/feed/feed-query.ts'
import { FeedTabs } from '../../features/feed/feed-tabs.tsx'
import type { HomeTab, ListByTime } from '../../features/feed/home-tab.ts'
import { Welcome } from '../../features/feed/welcome.tsx'
import { useMemeList } from '../../features/memes/data/meme-page.ts'
import { listKeyOf } from '../../features/memes/scroll/saved-lists.ts'
import { TagFilterHead } from '../../features/tags/tag-filter-head.tsx'
import { useTranslation } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useNavigationType } from '../../lib/router.tsx'
import { useSession } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './home.module.css'
import { type HomeAddress, writeHomeAddress } from './home-address.ts'
import { HomeList } from './home-list.tsx'
import { HomeTags } from './home-tags.tsx'

const TITLE_KEYS: Record<HomeTab, string> = {
  '': 'feed.title',
  following: 'feed.followingTitle',
  new: 'feed.newTitle',
}

/** Loads, with its texts, when a member's following feed is empty. */
const FollowingEmpty = lazyPart(
  () => import('./following-empty.tsx').then((module) => module.FollowingEmpty),
  'trending',
  'follows',
  'followToast',
)

/** Loads, with its texts, for new members. */
const FirstChoices = lazyPart(
  () => import('./first-choices.tsx').then((module) => module.FirstChoices),
  'follows',
  'followToast',
)

/** The home page without a search: one of its lists, filtered by up to two tags. */
export function HomeFeed({ address }: { address: HomeAddress }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const { tab, cat, cat2 } = address
  const filter = [cat, cat2].filter(Boolean).map((tag) => `#${tag}`)
  const title = filter.join(' ') || t(TITLE_KEYS[tab])
  const offer = useChoicesOffer()
  const choices = tab === '' && filter.length === 0 ? offer : null
  const clearTo = writeHomeAddress({ ...address, cat: '', cat2: '' })
  const filterEmpty = filter.length > 0 && (
    <EmptyState
      title={t('feed.filterEmpty.title')}
      hint={t('feed.filterEmpty.hint')}
      action={<ButtonLink to={clearTo}>{t('feed.clearFilter')}</ButtonLink>}
    />
  )
  return (
    <>
      <PageTitle>{filter.length > 0 || tab ? title : ''}</PageTitle>
      {filter.length === 0 && (
        <h1>
          <VisuallyHidden>{title}</VisuallyHidden>
        </h1>
      )}
      <Welcome />
      <div className={styles.head}>
        <FeedTabs
          current={tab}
          isMember={user !== null}
          addressOf={(next) => writeHomeAddress({ ...address, view: '', tab: next })}
        />
        {!choices && <HomeTags address={address} />}
      </div>
      {filter.length > 0 && <TagFilterHead title={title} clearTo={clearTo} />}
      {tab ? (
        <ByTime address={address} list={tab} label={title} filterEmpty={filterEmpty} />
      ) : (
        <ForYou address={address} label={title} filterEmpty={filterEmpty} choices={choices} />
      )}
    </>
  )
}

interface FeedListProps {
  address: HomeAddress
  label: string
  /** Shown if a list filtered by tags is empty. */
  filterEmpty: ReactNode
}

function ForYou({ address, label, filterEmpty, choices }: FeedListProps & { choices: ChoicesOffer | null }) {
  const queryClient = useQueryClient()
  const options = feedQuery(address)
  const uploads = useUploadedMemes()
  // Only the latest upload: feed readers are interested in other users' memes.
  const last = useMemo(() => uploads.slice(0, 1), [uploads])
  const list = useMemeList(useInfiniteQuery(options), last, true)
  useTopOnUpload(uploads.length)
  const reload = () => void queryClient.resetQueries({ queryKey: options.queryKey, exact: true })
  return (
    <>
      {choices && (
        <Suspense>
          <FirstChoices offer={choices} onChange={reload} />
        </Suspense>
      )}
      <HomeList
        list={list}
        listKey={listKeyOf(options.queryKey)}
        queryKey={options.queryKey}
        label={label}
        address={address}
        sourceType="feed"
        empty={filterEmpty || <FeedEmpty />}
      />
    </>
  )
}

function ByTime({ address, label, filterEmpty, list }: FeedListProps & { list: ListByTime }) {
  const queryClient = useQueryClient()
  const came = useNavigationType()
  const options = byTimeQuery(list, address)
  // A click on the list's link should show new content, so drop the cache. Going back restores the list.
  useState(() => came === 'PUSH' && queryClient.removeQueries({ queryKey: options.queryKey, exact: true }))
  const memes = useMemeList(useInfiniteQuery(options), undefined, true)
  const reload = () => void queryClient.resetQueries({ queryKey: options.queryKey, exact: true })
  return (
    <HomeList
      list={memes}
      listKey={listKeyOf(options.queryKey)}
      queryKey={options.queryKey}
      label={label}
      address={address}
      sourceType="feed"
      empty={
        filterEmpty ||
        (list === 'following' ? (
          <Suspense>
            <FollowingEmpty onShow={reload} />
          </Suspense>
        ) : (
          <FeedEmpty />
        ))
      }
    />
  )
}

/** Scrolls to the top after an upload, since new uploads appear there. */
function useTopOnUpload(count: number): void {
  const seen = useRef(count)
  useEffect(() => {
    if (count > seen.current) window.scrollTo({ top: 0, behavior: 'instant' })
    seen.current = count
  }, [count])
}
