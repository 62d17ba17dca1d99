import { type HomeTab, readHomeTab } from '../../features/feed/home-tab.ts'
import { viewedMeme } from '../../features/meme-lists/viewed-meme.ts'
import { EMPTY_FILTERS, readFilters, type SearchFilters, writeFilters } from '../../features/search/search-filters.ts'

/** The query of the home page; all parts can be combined. */
export interface HomeAddress {
  /** The list; empty for the recommendations. */
  tab: HomeTab
  /** Text of the search; empty for the feed. */
  search: string
  /** Of the search. */
  filters: SearchFilters
  /** The meme in the modal; empty for none. */
  view: string
  cat: string
  cat2: string
}

const PARTS = ['tab', 'search', 'cat', 'cat2', 'view'] as const

export function readHomeAddress(query: URLSearchParams): HomeAddress {
  const part = (name: (typeof PARTS)[number]) => query.get(name)?.trim() ?? ''
  const search = part('search')
  const filters = search ? readFilters(query) : EMPTY_FILTERS
  return { tab: readHomeTab(query), search, filters, view: viewedMeme(query), cat: part('cat'), cat2: part('cat2') }
}

/** Path and query, without empty parts. */
export function writeHomeAddress(address: HomeAddress): string {
  const query = new URLSearchParams(PARTS.filter((name) => address[name]).map((name) => [name, address[name]]))
  if (address.search) for (const [name, value] of Object.entries(writeFilters(address.filters))) query.set(name, value)
  return query.size > 0 ? `/?${query}` : '/'
}
