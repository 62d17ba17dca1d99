import * as z from 'zod'
import { defineCall } from '../call.ts'
import { Id, IsoDate, MemeLanguage, MessageAnswer, okData, optional } from '../primitives.ts'
import { SearchQuery, SearchSort, SearchUser, Translate } from './search.ts'

/** The filters of a search, as in `GET /vector-search/text`. */
export const SavedFilters = z.object({
  animated: optional(z.boolean()),
  language: optional(MemeLanguage),
  user: optional(SearchUser),
  sort: optional(SearchSort),
  translate: optional(Translate),
})
export type SavedFilters = z.infer<typeof SavedFilters>

export const SavedSearch = SavedFilters.extend({ _id: Id, q: z.string(), createdAt: IsoDate }).meta({
  id: 'SavedSearch',
})
export type SavedSearch = z.infer<typeof SavedSearch>

const member = { tag: 'search', auth: 'member' } as const

export const listSavedSearches = defineCall('GET /users/me/searches', {
  ...member,
  summary: 'List your saved searches, latest first',
  response: okData(z.array(SavedSearch)),
})

export const saveSearch = defineCall('POST /users/me/searches', {
  ...member,
  status: 201,
  summary: 'Save a search, to be notified of new memes that match; no effect if it is saved already',
  body: SavedFilters.extend({ q: SearchQuery }),
  failures: ['savedSearch.tooMany'],
  response: okData(SavedSearch),
})

export const deleteSavedSearch = defineCall('DELETE /users/me/searches/{id}', {
  ...member,
  summary: 'Delete a saved search and its notifications',
  params: z.object({ id: Id }),
  failures: ['savedSearch.notFound'],
  response: MessageAnswer,
})
