import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { fillFeed } from '../../features/feed/fill-feed.ts'
import { useMemeList } from '../../features/memes/data/meme-page.ts'
import { listKeyOf } from '../../features/memes/scroll/saved-lists.ts'
import { ScrollToTop } from '../../features/memes/scroll/scroll-to-top.tsx'
import { useSavedLists } from '../../features/memes/scroll/use-saved-lists.ts'
import { AlsoFor } from '../../features/search/also-for.tsx'
import { DidYouMean } from '../../features/search/did-you-mean.tsx'
import { asQuoted } from '../../features/search/quotes.ts'
import { countWhole, useSearchBands } from '../../features/search/search-bands.ts'
import type { SearchFilters } from '../../features/search/search-filters.ts'
import { SearchHeading } from '../../features/search/search-heading.tsx'
import { fillSearch, searchQuery } from '../../features/search/search-query.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useNavigate, useNavigationType, useSearchParams } from '../../lib/router.tsx'
import { useSession } from '../../lib/session.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import styles from './home.module.css'
import { type HomeAddress, readHomeAddress, writeHomeAddress } from './home-address.ts'
import { HomeFeed } from './home-feed.tsx'
import { HomeList } from './home-list.tsx'

/** Loads, with its texts, on the first search that finds people. */
const FoundPeople = lazyPart(
  () => import('../../features/follows/found-people.tsx').then((module) => module.FoundPeople),
  'users',
)

/** Loads, with its texts, on the first search with few results. */
const FittingTemplates = lazyPart(
  () => import('../../features/templates/fitting-templates.tsx').then((module) => module.FittingTemplates),
  'templates',
)

const SearchFilterBar = lazyPart(() =>
  import('../../features/search/search-filter-bar.tsx').then((module) => module.SearchFilterBar),
)

const SaveSearchButton = lazyPart(
  () => import('../../features/saved-searches/save-search-button.tsx').then((module) => module.SaveSearchButton),
  'savedSearches',
)

const SearchEmpty = lazyPart(() =>
  import('../../features/search/search-empty.tsx').then((module) => module.SearchEmpty),
)

export function HomeRoute() {
  const [query] = useSearchParams()
  const { user } = useSession()
  const asked = readHomeAddress(query)
  // Visitors have no following feed.
  const address: HomeAddress = user || asked.tab !== 'following' ? asked : { ...asked, tab: '' }
  useSavedLists(fillFeed)
  return (
    <div className={styles.home}>
      {address.search ? (
        <SearchHome address={address} />
      ) : (
        <HomeFeed key={`${address.tab} ${address.cat} ${address.cat2}`} address={address} />
      )}
      <ScrollToTop />
    </div>
  )
}

/** The search page. The filters stay mounted while the results change. */
function SearchHome({ address }: { address: HomeAddress }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { search, filters } = address
  const feedAddress = writeHomeAddress({ ...address, search: '' })
  // A second change can come before the first one has rendered, so it builds on the current address.
  const change = (changed: Partial<SearchFilters>) => {
    const latest = readHomeAddress(new URLSearchParams(window.location.search))
    void navigate(writeHomeAddress({ ...latest, view: '', filters: { ...latest.filters, ...changed } }))
  }
  return (
    <>
      <PageTitle>{t('search.title', { text: asQuoted(search) })}</PageTitle>
      <SearchHeading text={search} backTo={feedAddress} />
      <Suspense fallback={<div className={styles.filters} />}>
        <SearchFilterBar key={search} filters={filters} onChange={change}>
          <SaveSearchButton text={search} filters={filters} />
        </SearchFilterBar>
      </Suspense>
      <SearchResults key={listKeyOf(searchQuery(search, filters).queryKey)} address={address} backTo={feedAddress} />
    </>
  )
}

/** Fewer memes that match all words count as few results. */
const LITTLE_BELOW = 6

function SearchResults({ address, backTo }: { address: HomeAddress; backTo: string }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const came = useNavigationType()
  const options = searchQuery(address.search, address.filters)
  // A repeated search reloads; going back restores the results.
  useState(() => {
    if (came === 'PUSH') queryClient.removeQueries({ queryKey: options.queryKey, exact: true })
    else fillSearch(queryClient, address.search, address.filters)
  })
  const query = useInfiniteQuery(options)
  const list = useMemeList(query)
  const { people = [], alsoFor = [], didYouMean } = query.data?.pages[0] ?? {}
  const bandOf = useSearchBands()
  const found = query.data?.pages[0]?.memes
  const isLittle = found !== undefined && !query.hasNextPage && countWhole(found) < LITTLE_BELOW
  return (
    <>
      {didYouMean && (
        <DidYouMean text={didYouMean} to={writeHomeAddress({ ...address, view: '', search: didYouMean })} />
      )}
      {people.length > 0 && (
        <Suspense fallback={<div className={styles.people} />}>
          <FoundPeople people={people} />
        </Suspense>
      )}
      {alsoFor.length > 0 && found !== undefined && found.length > 0 && (
        <AlsoFor
          words={alsoFor}
          offTo={writeHomeAddress({ ...address, view: '', filters: { ...address.filters, translate: 'off' } })}
        />
      )}
      <HomeList
        list={list}
        listKey={listKeyOf(options.queryKey)}
        queryKey={options.queryKey}
        label={t('search.title', { text: asQuoted(address.search) })}
        address={address}
        sourceType="search"
        bandOf={bandOf}
        empty={
          <Suspense>
            <SearchEmpty text={address.search} backTo={backTo} />
          </Suspense>
        }
      />
      {isLittle && (
        <Suspense>
          <FittingTemplates text={address.search} />
        </Suspense>
      )}
    </>
  )
}
