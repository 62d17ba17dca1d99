import { queryOptions } from '@tanstack/react-query'
import type { SavedFilters, SavedSearch } from '#contract/memes/saved-searches.ts'
import { api } from '../../lib/api.ts'
import { EMPTY_FILTERS, type SearchFilters } from '../search/search-filters.ts'

/** The searches that a member saved, the latest first. */
export const savedSearchesQuery = (userId: string) =>
  queryOptions({
    queryKey: ['saved-searches', userId],
    queryFn: async ({ signal }) => (await api('GET /users/me/searches', { signal })).data,
  })

/** Returns the filters of an address as the API takes them. */
export const toSaved = ({ animated, language, sort, translate, user }: SearchFilters): SavedFilters => ({
  ...(animated && { animated: animated === 'true' }),
  ...(language && { language }),
  ...(sort && { sort }),
  ...(translate && { translate }),
  ...(user && { user }),
})

/** Returns saved filters as in an address. */
export const fromSaved = ({ animated, language, sort, translate, user }: SavedFilters): SearchFilters => ({
  ...EMPTY_FILTERS,
  ...(animated !== undefined && { animated: animated ? 'true' : 'false' }),
  ...(language && { language }),
  ...(sort === 'newest' && { sort }),
  ...(translate === 'off' && { translate }),
  ...(user && { user }),
})

/** Compares a saved search with the search of an address. Usernames in an address may differ in case. */
export const isSame = (one: SavedSearch, q: string, filters: SearchFilters): boolean =>
  one.q === q && JSON.stringify(fromSaved(one)) === JSON.stringify(filters)
