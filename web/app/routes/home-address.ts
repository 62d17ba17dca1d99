import { type HomeTab, readHomeTab } from '../../features/feed/home-tab.ts'
import { viewedMeme } from '../../features/meme-lists/viewed-meme.ts'
import { EMPTY_FILTERS, readFilters, type SearchFilters, writeFilters } from '../../features/search/search-filters.ts'
import { searchIn } from '../../lib/query-text.ts'

/** Query parameters of the home page, in any combination. */
export interface HomeAddress {
  /** The list; empty for the recommendations. */
  tab: HomeTab
  /** The search text; empty for the feed. */
  search: string
  /** Filters of the search. */
  filters: SearchFilters
  /** Id of the meme in the modal; empty for none. */
  view: string
  cat: string
  cat2: string
}

const PARTS = ['tab', 'search', 'cat', 'cat2', 'view'] as const

export function readHomeAddress(query: URLSearchParams): HomeAddress {
  const part = (name: (typeof PARTS)[number]) => query.get(name)?.trim() ?? ''
  const search = searchIn(query)
  const filters = search ? readFilters(query) : EMPTY_FILTERS
  return { tab: readHomeTab(query), search, filters, view: viewedMeme(query), cat: part('cat'), cat2: part('cat2') }
}

/** Returns path and query without empty parameters. */
export function writeHomeAddress(address: HomeAddress): string {
  const query = new URLSearchParams(PARTS.filter((name) => address[name]).map((name) => [name, address[name]]))
  if (address.search) for (const [name, value] of Object.entries(writeFilters(address.filters))) query.set(name, value)
  return query.size > 0 ? `/?${query}` : '/'
}
