import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useNavigationType, useSearchParams } from 'react-router'
import { FeedEmpty } from '../../features/feed/feed-empty.tsx'
import { feedQuery } from '../../features/feed/feed-query.ts'
import { fillFeed } from '../../features/feed/fill-feed.ts'
import { useMemeList } from '../../features/memes/data/meme-page.ts'
import { useLastUploaded, useUploadedMemes } from '../../features/memes/data/uploaded-memes.ts'
import { listKeyOf } from '../../features/memes/scroll/saved-lists.ts'
import { ScrollToTop } from '../../features/memes/scroll/scroll-to-top.tsx'
import { useSavedLists } from '../../features/memes/scroll/use-saved-lists.ts'
import { asQuoted } from '../../features/search/quotes.ts'
import { useSearchBands } from '../../features/search/search-bands.ts'
import { SearchEmpty } from '../../features/search/search-empty.tsx'
import { SearchHeading } from '../../features/search/search-heading.tsx'
import { searchQuery } from '../../features/search/search-query.ts'
import { TagFilterHead } from '../../features/tags/tag-filter-head.tsx'
import { loadTexts } from '../../lib/i18n.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './home.module.css'
import { type HomeAddress, readHomeAddress, writeHomeAddress } from './home-address.ts'
import { HomeList } from './home-list.tsx'
import { HomeTags } from './home-tags.tsx'

/** Loaded, with its texts, by the first search that finds people. */
const FoundPeople = lazy(async () => {
  const [{ FoundPeople: Component }] = await Promise.all([
    import('../../features/follows/found-people.tsx'),
    loadTexts('users'),
  ])
  return { default: Component }
})

const SearchFilterBar = lazy(() =>
  import('../../features/search/search-filter-bar.tsx').then((module) => ({ default: module.SearchFilterBar })),
)

export function HomeRoute() {
  const [query] = useSearchParams()
  const address = readHomeAddress(query)
  useSavedLists(fillFeed)
  return (
    <div className={styles.home}>
      {address.search ? (
        <SearchHome address={address} />
      ) : (
        <FeedHome key={`${address.cat} ${address.cat2}`} address={address} />
      )}
      <ScrollToTop />
    </div>
  )
}

function FeedHome({ address }: { address: HomeAddress }) {
  const { t } = useTranslation()
  const options = feedQuery(address)
  const uploads = useUploadedMemes().length
  const list = useMemeList(useInfiniteQuery(options), useLastUploaded())
  useTopOnUpload(uploads)
  const filter = [address.cat, address.cat2].filter(Boolean).map((tag) => `#${tag}`)
  const clearTo = writeHomeAddress({ ...address, cat: '', cat2: '' })
  return (
    <>
      <PageTitle>{filter.join(' ')}</PageTitle>
      {filter.length === 0 && (
        <h1>
          <VisuallyHidden>{t('feed.title')}</VisuallyHidden>
        </h1>
      )}
      <HomeTags address={address} />
      {filter.length > 0 && <TagFilterHead title={filter.join(' ')} clearTo={clearTo} />}
      <HomeList
        list={list}
        listKey={listKeyOf(options.queryKey)}
        queryKey={options.queryKey}
        label={filter.join(' ') || t('feed.title')}
        address={address}
        sourceType="feed"
        empty={
          filter.length > 0 ? (
            <EmptyState
              title={t('feed.filterEmpty.title')}
              hint={t('feed.filterEmpty.hint')}
              action={<ButtonLink to={clearTo}>{t('feed.clearFilter')}</ButtonLink>}
            />
          ) : (
            <FeedEmpty />
          )
        }
      />
    </>
  )
}

/** What narrows the search stays as it is while the results change with it. */
function SearchHome({ address }: { address: HomeAddress }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { search, filters } = address
  const feedAddress = writeHomeAddress({ ...address, search: '' })
  return (
    <>
      <PageTitle>{t('search.title', { text: asQuoted(search) })}</PageTitle>
      <SearchHeading text={search} backTo={feedAddress} />
      <Suspense fallback={<div className={styles.filters} />}>
        <SearchFilterBar
          key={search}
          filters={filters}
          onChange={(next) => void navigate(writeHomeAddress({ ...address, view: '', filters: next }))}
        />
      </Suspense>
      <SearchResults key={listKeyOf(searchQuery(search, filters).queryKey)} address={address} backTo={feedAddress} />
    </>
  )
}

function SearchResults({ address, backTo }: { address: HomeAddress; backTo: string }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const came = useNavigationType()
  const options = searchQuery(address.search, address.filters)
  // A repeated search reloads; going back restores it.
  useState(() => came === 'PUSH' && queryClient.removeQueries({ queryKey: options.queryKey, exact: true }))
  const query = useInfiniteQuery(options)
  const list = useMemeList(query)
  const people = query.data?.pages[0]?.people ?? []
  const bandOf = useSearchBands()
  return (
    <>
      {people.length > 0 && (
        <Suspense fallback={<div className={styles.people} />}>
          <FoundPeople people={people} />
        </Suspense>
      )}
      <HomeList
        list={list}
        listKey={listKeyOf(options.queryKey)}
        queryKey={options.queryKey}
        label={t('search.title', { text: asQuoted(address.search) })}
        address={address}
        sourceType="search"
        bandOf={bandOf}
        empty={<SearchEmpty text={address.search} backTo={backTo} />}
      />
    </>
  )
}

/** New uploads come first, where their owner expects them. */
function useTopOnUpload(count: number): void {
  const seen = useRef(count)
  useEffect(() => {
    if (count > seen.current) window.scrollTo({ top: 0, behavior: 'instant' })
    seen.current = count
  }, [count])
}
