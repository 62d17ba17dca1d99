import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { FEED_DEBOUNCE_MS, SEARCH_PAGE_SIZE, SIMILAR_PAGE_SIZE } from '#contract/limits.ts'
import type { UserCard } from '#contract/people/users.ts'
import { type ListedMeme, listed } from '../../entities/memes.ts'
import { type Answer, api, apiPrefetched } from '../../lib/api.ts'
import { createDebounce } from '../../lib/debounce.ts'
import { fillFirstPage } from '../../lib/first-page.ts'
import type { MemePage } from '../memes/data/meme-page.ts'
import { countFilters, EMPTY_FILTERS, type SearchFilters, writeFilters } from './search-filters.ts'

const debounce = createDebounce(FEED_DEBOUNCE_MS)
const STALE_AFTER_MS = 5 * 60_000

export interface SearchCursor {
  lastId: string
  lastScore: number
}

/** The first page also contains people with matching names, the translations that counted, and a correction. */
export interface SearchPage extends MemePage<SearchCursor> {
  people?: readonly UserCard[]
  /** Words of other languages that counted. */
  alsoFor?: readonly string[]
  /** The nearest search with words that occur. */
  didYouMean?: string
}

/** @param text as typed; not blank */
export const searchQuery = (text: string, filters: SearchFilters = EMPTY_FILTERS) =>
  infiniteQueryOptions({
    queryKey: ['search', text, ...(countFilters(filters) > 0 ? [writeFilters(filters)] : [])],
    initialPageParam: null as SearchCursor | null,
    getNextPageParam: (page: SearchPage) => page.next,
    staleTime: STALE_AFTER_MS,
    queryFn: async ({ pageParam, signal }): Promise<SearchPage> => {
      await debounce(signal)
      const query = { ...asked(text, filters), ...pageParam }
      return toSearchPage(await api('GET /vector-search/text', { query, signal }))
    },
  })

const asked = (text: string, filters: SearchFilters) => ({
  q: text,
  ...filterParameters(filters),
  limit: SEARCH_PAGE_SIZE,
})

function toSearchPage({
  data,
  hasNext,
  nextCursor,
  people,
  alsoFor,
  didYouMean,
}: Answer<'GET /vector-search/text'>): SearchPage {
  return {
    memes: listed(data),
    next: hasNext ? nextCursor : null,
    ...(people && { people }),
    ...(alsoFor && { alsoFor }),
    ...(didYouMean && { didYouMean }),
  }
}

export const fillSearch = (queryClient: QueryClient, text: string, filters: SearchFilters) =>
  fillFirstPage(queryClient, searchQuery(text, filters), () => {
    const answer = apiPrefetched('GET /vector-search/text', { query: asked(text, filters) })
    return answer && toSearchPage(answer)
  })

function filterParameters({ animated, language, sort, translate, user }: SearchFilters) {
  return {
    ...(animated && { animated: animated === 'true' }),
    ...(language && { language }),
    ...(sort && { sort }),
    ...(translate && { translate }),
    ...(user && { user }),
  }
}

/** Alternatives for a search without results. */
export const widerQuery = (text: string) =>
  queryOptions({
    queryKey: ['wider', text],
    staleTime: STALE_AFTER_MS,
    // An additional error next to an empty list would not help.
    retry: false,
    queryFn: async ({ signal }) => (await api('GET /vector-search/wider', { query: { q: text }, signal })).data,
  })

/** Similar memes, best first. */
export const similarQuery = (id: string) =>
  queryOptions({
    queryKey: ['similar', id],
    staleTime: STALE_AFTER_MS,
    queryFn: async ({ signal }): Promise<readonly ListedMeme[]> => {
      const { data } = await api('GET /meme/recommend/by-image', {
        query: { imageId: id, limit: SIMILAR_PAGE_SIZE },
        signal,
      })
      return listed(data)
    },
  })
