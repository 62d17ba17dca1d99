import { cutShown } from '#contract/bounded.ts'
import { SEARCH_QUERY_MAX_CHARS } from '#contract/limits.ts'
import { normalQuery } from '#contract/words.ts'

/** The search in the query of a page's address; empty for none. */
export const searchIn = (query: URLSearchParams): string => normalQuery(query.get('search') ?? '')

/** The words to search for in a typed or pasted text of any length. */
export const queryOf = (typed: string): string => cutShown(normalQuery(typed), SEARCH_QUERY_MAX_CHARS).trim()
